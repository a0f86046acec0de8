#include <algorithm>
#include <memory>
#include <ostream>
#include <set>

#include <CLI/CLI.hpp>

#include "cli/command.hpp"
#include "cli/planning.hpp"
#include "core/base/text.hpp"

namespace slipway::cli::commands {
namespace {

constexpr const char* examples = R"(Examples:
  slipway explain -f manifests/ deployment/web
  slipway explain -f manifests/ Job.batch/migrate --operation upgrade --from old/

The object is named as kubectl names it. Where it lies in several namespaces, each is explained.)";

struct Options {
    InputOptions input{};
    std::string object{};
};

/// All that the content or the plan calls so.
std::set<ObjectId> objects_named(const Planned& planned, const std::string& text) {
    const auto slash = text.find('/');
    if (slash == std::string::npos) return {};
    const std::string type = text.substr(0, slash);
    const std::string name = text.substr(slash + 1);
    const Kind* kind = planned.kinds.find_resource(type);
    const auto is_meant = [&](const ObjectId& id) {
        if (id.name != name) return false;
        if (kind != nullptr && kind->group_kind() == id.group_kind()) return true;
        return lower_case(id.kind) == lower_case(type);
    };
    std::set<ObjectId> found;
    for (const SourcedObject& sourced : planned.content.objects) {
        if (is_meant(sourced.object.id())) found.insert(sourced.object.id());
    }
    for (const plan::Stage& stage : planned.plan.stages) {
        for (const plan::Unit& unit : stage.units) {
            if (is_meant(unit.id)) found.insert(unit.id);
        }
    }
    return found;
}

Error not_there(const Planned& planned, const std::string& text) {
    const std::string name = text.substr(text.find('/') + 1);
    std::vector<std::string> alike;
    for (const SourcedObject& sourced : planned.content.objects) {
        if (sourced.object.name() == name) alike.push_back(sourced.object.title());
    }
    const std::string hint = alike.empty() ? "name one as KIND/NAME; slipway plan lists them"
                                           : "of this name there is " + join(alike, ", ");
    return {ErrorKind::NotFound, format("{} is not among these manifests; {}", text, hint)};
}

void carry_out(const Options& options, Call& call) {
    const auto planned = plan_of(options.input, call);
    if (!planned) return call.fail(planned.error());
    const auto found = objects_named(*planned, options.object);
    if (found.empty()) return call.fail(not_there(*planned, options.object));
    for (const ObjectId& id : found)
        call.streams.out << plan::explain(planned->plan, planned->content, id, call.paint());
}

void add(CLI::App& root, Call& call) {
    const auto options = std::make_shared<Options>();
    CLI::App& command =
        *root.add_subcommand("explain", "everything about one object: its place, and why");
    add_input_options(command, options->input);
    add_operation_options(command, options->input);
    command.add_option("object", options->object, "such as deployment/web")
        ->required()
        ->type_name("KIND/NAME");
    command.footer(examples);
    command.callback([options, &call] { carry_out(*options, call); });
}

}  // namespace

extern const Command explain{.place = 3, .add = add};

}  // namespace slipway::cli::commands
