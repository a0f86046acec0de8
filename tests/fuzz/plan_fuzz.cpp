/// Plans: whatever manifests say becomes a plan for each operation, or an error; and content is
/// kept as what it is.
#include "core/manifest/manifest.hpp"
#include "core/plan/plan.hpp"
#include "fuzz/property.hpp"

using namespace slipway;

namespace {

/// What it leaves, as if it had been carried out, but for what a CRD of it would have brought.
Inventory check(const Result<plan::Plan>& plan) {
    if (!plan) {
        fuzz::must_hold(!plan.error().message.empty(), "an error says what is wrong");
        return {};
    }
    for (const plan::Stage& stage : plan->stages) {
        for (const plan::Unit& unit : stage.units) {
            fuzz::must_hold(!unit.why.empty(), "a unit has its why", unit.id.title());
            for (const plan::Edge& edge : unit.after)
                fuzz::must_hold(edge.unit < stage.units.size(), "edges stay in their stage");
        }
    }
    fuzz::must_hold(plan->stages.empty() || !plan::explain(*plan).empty(), "a plan is explained");
    return plan::inventory_after(*plan);
}

void check_stored(const plan::Content& content) {
    const std::string stored = plan::serialise(content);
    const auto back = plan::deserialise(stored);
    fuzz::must_hold(bool(back), "content is read back", stored);
    fuzz::must_hold(plan::serialise(*back) == stored, "it is what was stored", stored);
    fuzz::must_hold(plan::digest_of(*back) == plan::digest_of(content), "its digest stays", stored);
}

void check_plans(const plan::Content& content) {
    const KindCatalog& kinds = KindCatalog::built_in();
    const plan::Settings settings{};
    const Inventory deployed =
        check(plan::compile(content, kinds, Operation::Install, settings, {}));
    plan::Content less = content;
    less.objects.resize(content.objects.size() / 2, content.objects.front());
    check(plan::compile(less, kinds, Operation::Upgrade, settings, deployed));
    check(plan::compile_deletion(content, kinds, settings, deployed));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text = fuzz::text_of(data, size);

    if (const auto stored = plan::deserialise(text)) check_stored(*stored);
    auto objects = manifest::read_objects("shop.yaml", text);
    if (!objects || objects->empty()) return 0;
    const auto content = plan::resolve(
        {.release_name = "shop",
         .release_namespace = "shop",
         .target_namespace = "web",
         .objects = std::move(*objects)},
        KindCatalog::built_in()
    );
    if (!content) return 0;
    check_stored(*content);
    check_plans(*content);
    return 0;
}
