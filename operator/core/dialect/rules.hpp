/// The ids of warnings. They are stable: people filter by them, so none is ever given another
/// meaning.
#pragma once

#include <string_view>

namespace slipway::dialect::rules {

inline constexpr std::string_view bad_hook_weight = "SLW001";
inline constexpr std::string_view unknown_delete_policy = "SLW002";
inline constexpr std::string_view crd_install = "SLW003";
inline constexpr std::string_view unknown_resource_policy = "SLW004";
inline constexpr std::string_view number_on_hook = "SLW005";
inline constexpr std::string_view hook_key_without_hook = "SLW006";
inline constexpr std::string_view loose_boolean = "SLW007";
inline constexpr std::string_view contradiction = "SLW008";
inline constexpr std::string_view not_honoured = "SLW009";
inline constexpr std::string_view unknown_key = "SLW010";

inline constexpr std::string_view definition_pulled_forward = "SLW020";
inline constexpr std::string_view namespace_pulled_forward = "SLW021";
inline constexpr std::string_view needed_by_hook = "SLW022";
inline constexpr std::string_view dangerous_kind_kept = "SLW023";
inline constexpr std::string_view kept_on_deletion = "SLW024";
inline constexpr std::string_view duplicate_list_key = "SLW025";

inline constexpr std::string_view source_not_watched = "SLW030";

}  // namespace slipway::dialect::rules
