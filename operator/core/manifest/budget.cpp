#include "core/manifest/budget.hpp"

#include "core/base/text.hpp"
#include "core/manifest/refusal.hpp"

namespace slipway::manifest {

void Budget::count_node(std::size_t offset) {
    if (++nodes_ <= limits_.nodes) return;
    throw Refusal{
        offset,
        format("the object holds more than {} keys and values; split it", limits_.nodes),
        ErrorKind::TooLarge};
}

void Budget::charge(const Extent& extent, std::size_t offset) {
    repeated_.nodes += extent.nodes;
    repeated_.bytes += extent.bytes;
    if (repeated_.nodes <= limits_.expanded_nodes && repeated_.bytes <= limits_.bytes) return;
    throw Refusal{
        offset,
        format(
            "anchors and aliases repeat more than {} values or {} bytes; write less of it with "
            "aliases",
            limits_.expanded_nodes,
            limits_.bytes
        ),
        ErrorKind::TooLarge};
}

void Budget::check_length(std::size_t items, std::size_t offset) const {
    if (items < limits_.documents) return;
    throw Refusal{
        offset,
        format("more than {} items in one list of objects; split it", limits_.documents),
        ErrorKind::TooLarge};
}

}  // namespace slipway::manifest
