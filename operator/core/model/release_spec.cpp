#include "core/model/release_spec.hpp"

#include <algorithm>

#include <nlohmann/json.hpp>

#include "core/base/text.hpp"
#include "core/model/spec_fields.hpp"

namespace slipway {
namespace {

using nlohmann::json;

constexpr std::size_t inline_bytes = 128U << 10U;
constexpr int most_retries = 100;

constexpr Choices<WaitMode, 2> wait_modes{
    {{"All", WaitMode::All}, {"Annotated", WaitMode::Annotated}}};
constexpr Choices<Supersede, 2> supersedes{
    {{"Finish", Supersede::Finish}, {"Terminate", Supersede::Terminate}}};
constexpr Choices<ConflictMode, 2> conflict_modes{
    {{"Force", ConflictMode::Force}, {"Fail", ConflictMode::Fail}}};
constexpr Choices<DeletionPolicy, 2> deletion_policies{
    {{"Delete", DeletionPolicy::Delete}, {"Orphan", DeletionPolicy::Orphan}}};

/// What Kubernetes allows in the name of a ConfigMap, a Secret or a ServiceAccount (RFC 1123
/// subdomain); an account's name becomes part of the user that is impersonated.
bool is_object_name(std::string_view name) {
    constexpr std::string_view inside = "abcdefghijklmnopqrstuvwxyz0123456789-.";
    constexpr std::string_view at_the_ends = "-.";
    return !name.empty() && name.size() <= 253 &&
           name.find_first_not_of(inside) == std::string_view::npos &&
           at_the_ends.find(name.front()) == std::string_view::npos &&
           at_the_ends.find(name.back()) == std::string_view::npos;
}

Result<std::string> read_name(const SpecPart& part, const char* key) {
    std::string name = TRY(read_text(part, key));
    if (!has(part, key) || is_object_name(name)) return name;
    return invalid(
        part.at(key),
        format(
            "is \"{}\"; a name has lower-case letters, digits, '-' and '.', and starts and ends "
            "with a letter or digit",
            name
        )
    );
}

Result<SourceSpec> read_reference(const SpecPart& part, ReferenceSource::From from) {
    TRY(only(part, {"name", "key", "optional"}));
    ReferenceSource source{.from = from};
    source.name = TRY(read_name(part, "name"));
    if (source.name.empty())
        return invalid(part.at("name"), "is missing; say which object to read");
    source.key = TRY(read_text(part, "key"));
    source.optional = TRY(read_flag(part, "optional", false));
    return SourceSpec{std::move(source)};
}

Result<SourceSpec> read_source(const SpecPart& part) {
    TRY(only(part, {"inline", "configMapRef", "secretRef"}));
    if (part.values->size() != 1) {
        return invalid(part.path, "must hold exactly one of inline, configMapRef and secretRef");
    }
    if (has(part, "configMapRef")) {
        const SpecPart reference = TRY(read_part(part, "configMapRef"));
        return read_reference(reference, ReferenceSource::From::ConfigMap);
    }
    if (has(part, "secretRef")) {
        const SpecPart reference = TRY(read_part(part, "secretRef"));
        return read_reference(reference, ReferenceSource::From::Secret);
    }
    return SourceSpec{InlineSource{TRY(read_text(part, "inline"))}};
}

std::size_t inline_size(const std::vector<SourceSpec>& sources) {
    std::size_t bytes = 0;
    for (const SourceSpec& source : sources) {
        if (const auto* text = std::get_if<InlineSource>(&source)) bytes += text->text.size();
    }
    return bytes;
}

Result<std::vector<SourceSpec>> read_sources(const SpecPart& spec) {
    const auto parts = TRY(read_parts(spec, "sources"));
    std::vector<SourceSpec> sources;
    sources.reserve(parts.size());
    for (const SpecPart& part : parts) {
        sources.push_back(TRY(read_source(part)));
    }
    if (sources.empty()) {
        return invalid("spec.sources", "is empty; a release needs at least one source of objects");
    }
    const auto bytes = inline_size(sources);
    if (bytes <= inline_bytes) return sources;
    return Error{
        ErrorKind::TooLarge,
        format(
            "the inline sources have {} KiB in all; at most {} KiB may be inline: move them to a "
            "ConfigMap and name it with configMapRef",
            (bytes + 1023) >> 10U,
            inline_bytes >> 10U
        )};
}

Result<RetrySpec> read_retry(const SpecPart& part) {
    TRY(only(part, {"limit", "backoff", "maxBackoff"}));
    RetrySpec retry;
    retry.limit = TRY(read_count(part, "limit", retry.limit, most_retries));
    retry.backoff = TRY(read_duration(part, "backoff", retry.backoff));
    retry.max_backoff = TRY(read_duration(part, "maxBackoff", retry.max_backoff));
    if (retry.backoff <= retry.max_backoff) return retry;
    return invalid(
        part.at("backoff"),
        format(
            "is {}, longer than maxBackoff, which is {}",
            to_text(retry.backoff),
            to_text(retry.max_backoff)
        )
    );
}

/// "Kind/name" or "Kind.group/name".
std::optional<DeletionConsent> consent(const std::string& text) {
    const auto slash = text.find('/');
    if (slash == std::string::npos) return std::nullopt;
    const std::string type = text.substr(0, slash);
    const auto dot = type.find('.');
    DeletionConsent consent{
        .kind = type.substr(0, dot),
        .group = dot == std::string::npos ? "" : type.substr(dot + 1),
        .name = text.substr(slash + 1),
    };
    const bool whole = !consent.kind.empty() && !consent.name.empty() &&
                       (dot == std::string::npos || !consent.group.empty()) &&
                       consent.name.find('/') == std::string::npos;
    return whole ? std::optional(std::move(consent)) : std::nullopt;
}

Result<void> read_deletion(const SpecPart& part, ReleaseSpec& spec) {
    TRY(only(part, {"policy", "force"}));
    spec.deletion = TRY(read_choice(part, "policy", deletion_policies, spec.deletion));
    const auto texts = TRY(read_texts(part, "force"));
    for (const std::string& text : texts) {
        auto given = consent(text);
        if (!given) {
            return invalid(
                format("{}[{}]", part.at("force"), spec.deletion_force.size()),
                format(
                    "is \"{}\"; write Kind/name or Kind.group/name, such as "
                    "PersistentVolumeClaim/data",
                    text
                )
            );
        }
        spec.deletion_force.push_back(*std::move(given));
    }
    return {};
}

/// How long it may take, and what is waited for.
Result<void> read_patience(const SpecPart& part, ReleaseSpec& spec) {
    spec.wait = TRY(read_choice(part, "wait", wait_modes, spec.wait));
    spec.timeout = TRY(read_duration(part, "timeout", spec.timeout));
    spec.no_activity_timeout =
        TRY(read_duration(part, "noActivityTimeout", spec.no_activity_timeout));
    const SpecPart retry = TRY(read_part(part, "retry"));
    spec.retry = TRY(read_retry(retry));
    return {};
}

/// How it deals with what is there already, and with its author.
Result<void> read_manner(const SpecPart& part, ReleaseSpec& spec) {
    spec.supersede = TRY(read_choice(part, "supersede", supersedes, spec.supersede));
    spec.prune = TRY(read_flag(part, "prune", spec.prune));
    spec.conflicts = TRY(read_choice(part, "conflicts", conflict_modes, spec.conflicts));
    const SpecPart deletion = TRY(read_part(part, "deletion"));
    TRY(read_deletion(deletion, spec));
    spec.suspend = TRY(read_flag(part, "suspend", spec.suspend));
    spec.strict = TRY(read_flag(part, "strict", spec.strict));
    return {};
}

}  // namespace

Result<ReleaseSpec> read_spec(const json& document) {
    const SpecPart part{&document, "spec"};
    if (!document.is_object()) return invalid("spec", "is missing; it says what the release holds");
    TRY(only(
        part,
        {"sources",
         "targetNamespace",
         "serviceAccountName",
         "wait",
         "timeout",
         "noActivityTimeout",
         "retry",
         "supersede",
         "prune",
         "conflicts",
         "deletion",
         "suspend",
         "strict",
         "dialects"}
    ));
    ReleaseSpec spec;
    spec.sources = TRY(read_sources(part));
    spec.target_namespace = TRY(read_name(part, "targetNamespace"));
    spec.service_account_name = TRY(read_name(part, "serviceAccountName"));
    spec.dialects = TRY(read_texts(part, "dialects"));
    TRY(read_patience(part, spec));
    TRY(read_manner(part, spec));
    return spec;
}

}  // namespace slipway
