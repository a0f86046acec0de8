#include "cli/input.hpp"

#include <CLI/CLI.hpp>

#include "cli/files.hpp"
#include "core/base/text.hpp"

namespace slipway::cli {
namespace {

using manifest::NamedText;

constexpr const char* release_kind = "Release";

bool is_release(const Object& object) {
    return object.group() == release_group && object.kind() == release_kind;
}

Release default_release(const GlobalOptions& options) {
    return {
        .in_namespace = options.in_namespace.empty() ? "default" : options.in_namespace,
        .name = "release",
    };
}

/// A Release as a person wrote it, which the API server has not seen yet.
Result<Release> release_of(const Object& object, const GlobalOptions& options) {
    const std::string& asked = options.in_namespace;
    const std::string own(object.in_namespace());
    if (!asked.empty() && !own.empty() && asked != own) {
        return Error{
            ErrorKind::InvalidSpec,
            format(
                "{} names the namespace {}, and --namespace says {}; leave one of them out",
                object.title(),
                own,
                asked
            )};
    }
    const Object placed = own.empty() ? object.in(asked.empty() ? "default" : asked) : object;
    return read_release(placed);
}

Result<Release> read_release_file(const std::string& path, const Call& call) {
    const auto texts = TRY(read_files({path}, false, call.streams.in));
    const auto objects = TRY(manifest::read_sources(texts));
    if (objects.size() != 1 || !is_release(objects.front().object)) {
        return Error{
            ErrorKind::InvalidSpec,
            format("{}: --release takes a file with one Release and nothing else", path)};
    }
    return release_of(objects.front().object, call.options);
}

/// The Release, where the files hold nothing but one: what people have at hand is often that.
Result<std::optional<Release>> lone_release(
    const std::vector<NamedText>& texts, const GlobalOptions& options
) {
    // What does not even name the group is not worth reading twice.
    const bool may_be =
        texts.size() == 1 && texts.front().text.find(release_group) != std::string::npos;
    if (!may_be) return std::optional<Release>();
    const auto objects = TRY(manifest::read_sources(texts));
    if (objects.size() != 1 || !is_release(objects.front().object)) return std::optional<Release>();
    return std::optional(TRY(release_of(objects.front().object, options)));
}

Result<std::vector<NamedText>> inline_texts(const Release& release) {
    std::vector<NamedText> texts;
    const auto& sources = release.spec.sources;
    for (std::size_t at = 0; at < sources.size(); ++at) {
        const auto* text = std::get_if<InlineSource>(&sources[at]);
        if (text == nullptr) {
            return Error{
                ErrorKind::SourceNotFound,
                format(
                    "spec.sources[{}] of Release/{} is in the cluster; give its manifests with -f, "
                    "in the order of the sources",
                    at,
                    release.name
                )};
        }
        texts.push_back(
            {sources.size() == 1 ? "inline" : format("spec.sources[{}].inline", at), text->text}
        );
    }
    return texts;
}

Result<Operation> operation_of(const InputOptions& options) {
    if (options.operation == "install") return Operation::Install;
    if (options.operation == "upgrade") return Operation::Upgrade;
    if (options.operation == "rollback") return Operation::Rollback;
    if (options.operation == "delete") return Operation::Delete;
    return options.from.empty() ? Operation::Install : Operation::Upgrade;
}

}  // namespace

void add_input_options(CLI::App& command, InputOptions& options) {
    command
        .add_option(
            "-f,--filename",
            options.files,
            "manifests: a file, a folder, or - for the standard input; several times, or with "
            "commas. A file with one Release and nothing else is taken as with --release"
        )
        ->delimiter(',')
        ->allow_extra_args(false)
        ->type_name("FILE");
    command.add_flag("-R,--recursive", options.recursive, "also what is in the folders below");
    command
        .add_option(
            "--release",
            options.release_file,
            "the Release that the manifests are for: its name, namespace and spec count, and its "
            "inline sources where there is no -f"
        )
        ->type_name("FILE");
}

void add_operation_options(CLI::App& command, InputOptions& options) {
    command
        .add_option(
            "--operation",
            options.operation,
            "install, upgrade, rollback or delete; default: upgrade with --from, else install"
        )
        ->check(CLI::IsMember({"install", "upgrade", "rollback", "delete"}))
        ->type_name("NAME");
    command
        .add_option(
            "--from", options.from, "what is deployed now: manifests, as with -f; several times"
        )
        ->delimiter(',')
        ->allow_extra_args(false)
        ->type_name("FILE");
}

Result<Input> read_input(const InputOptions& options, const Call& call) {
    Input input{.release = default_release(call.options), .operation = TRY(operation_of(options))};
    input.texts = TRY(read_files(options.files, options.recursive, call.streams.in));
    input.texts_before = TRY(read_files(options.from, options.recursive, call.streams.in));
    if (!options.release_file.empty()) {
        input.release = TRY(read_release_file(options.release_file, call));
    } else if (auto lone = TRY(lone_release(input.texts, call.options))) {
        input.release = *std::move(lone);
        input.texts.clear();
    }
    if (input.texts.empty()) input.texts = TRY(inline_texts(input.release));
    if (!input.texts.empty()) return input;
    return Error{ErrorKind::SourceNotFound, "there is nothing to read; name manifests with -f"};
}

}  // namespace slipway::cli
