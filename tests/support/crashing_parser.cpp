/// A libyaml with a defect: YAML with a certain word in it ends the process. Loaded before the real
/// one (LD_PRELOAD), so that the operator crashes in the middle of its own reading.
#include <cstdlib>
#include <string_view>

#include <dlfcn.h>

namespace {

constexpr std::string_view deadly_word = "poison-that-kills-the-parser";

}  // namespace

struct yaml_parser_s;

extern "C" void yaml_parser_set_input_string(
    yaml_parser_s* parser, const unsigned char* text, std::size_t size
) {
    if (std::string_view(reinterpret_cast<const char*>(text), size).find(deadly_word) !=
        std::string_view::npos)
        std::abort();
    using SetInput = void (*)(yaml_parser_s*, const unsigned char*, std::size_t);
    reinterpret_cast<SetInput>(dlsym(RTLD_NEXT, "yaml_parser_set_input_string")
    )(parser, text, size);
}
