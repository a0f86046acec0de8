/// What we wrote ourselves and read again, after somebody else had it: ledger and status.
#include <nlohmann/json.hpp>

#include "core/model/ledger.hpp"
#include "core/model/status_limits.hpp"
#include "fuzz/property.hpp"

using namespace slipway;
using nlohmann::json;

namespace {

void check_ledger(const json& document) {
    const auto ledger = ledger_from_json(document);
    if (!ledger) {
        fuzz::must_hold(!ledger.error().message.empty(), "an error says what is wrong");
        return;
    }
    const auto again = ledger_from_json(to_json(*ledger));
    fuzz::must_hold(again && *again == *ledger, "a ledger is read again as the same");
}

void check_status(const json& document) {
    const json written = to_json(status_from_json(document));
    fuzz::must_hold(written.dump().size() <= limits::status_bytes, "a status has its limit");
    fuzz::must_hold(
        to_json(status_from_json(written)) == written, "a status is read again as the same"
    );
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const json document = json::parse(fuzz::text_of(data, size), nullptr, false);
    if (document.is_discarded()) return 0;

    check_ledger(document);
    check_status(document);
    return 0;
}
