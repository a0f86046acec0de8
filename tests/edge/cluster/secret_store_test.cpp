#include "edge/cluster/secret_store.hpp"

#include <random>

#include "edge/cluster/compression.hpp"
#include "support/catch.hpp"
#include "support/cluster_secrets.hpp"

using namespace slipway;
using namespace slipway::cluster;
using Names = std::vector<std::string>;

namespace {

const std::string uid = "0f5c";

/// Text that does not get smaller by compression.
std::string noise(std::size_t bytes, unsigned seed = 1) {
    std::mt19937 engine(seed);
    std::string text(bytes, ' ');
    for (char& c : text)
        c = static_cast<char>('!' + engine() % 90);
    return text;
}

Ledger ledger(int revision, std::size_t ballast = 0) {
    Ledger one;
    one.revisions.push_back({.number = revision, .digest = "sha256:aa"});
    if (ballast > 0) {
        one.revisions.back().message = noise(ballast, static_cast<unsigned>(revision));
    }
    return one;
}

struct Storing {
    int number_loaded() {
        const auto loaded = SecretStore(cluster, "slipway-system").load(uid);
        REQUIRE(loaded);
        return *loaded ? (*loaded)->newest()->number : 0;
    }

    test::SecretCluster cluster{};
    SecretStore store{cluster, "slipway-system"};
};

constexpr std::size_t large = 900'000;

}  // namespace

TEST_CASE("a Release that was never stored has no ledger", "[cluster][store]") {
    Storing s;

    const auto loaded = s.store.load(uid);

    REQUIRE(loaded);
    CHECK_FALSE(*loaded);
}

TEST_CASE("what was saved is loaded, also by another process", "[cluster][store]") {
    const std::size_t ballast = GENERATE(std::size_t{0}, large);
    Storing s;
    const Ledger saved = ledger(3, ballast);

    REQUIRE(s.store.save(uid, "shop/web", saved));

    const auto loaded = SecretStore(s.cluster, "slipway-system").load(uid);
    REQUIRE((loaded && *loaded));
    CHECK(**loaded == saved);
}

TEST_CASE("a small ledger is one Secret that people can find", "[cluster][store]") {
    Storing s;

    REQUIRE(s.store.save(uid, "shop/web", ledger(1)));

    CHECK(s.cluster.names() == Names{"slipway-0f5c"});
    const auto& secret = s.cluster.secrets["slipway-0f5c"];
    CHECK(secret["type"] == "slipway.dev/ledger");
    CHECK(secret["metadata"]["namespace"] == "slipway-system");
    CHECK(
        secret["metadata"]["labels"] ==
        nlohmann::json({{"slipway.dev/store", "ledger"}, {"slipway.dev/store-of", uid}})
    );
    CHECK(secret["metadata"]["annotations"]["slipway.dev/release"] == "shop/web");
}

TEST_CASE(
    "a large ledger's shards are there before the pointer, and old ones go after it",
    "[cluster][store]"
) {
    Storing s;
    REQUIRE(s.store.save(uid, "shop/web", ledger(1, large)));
    const Names first = s.cluster.log;
    s.cluster.log.clear();

    REQUIRE(s.store.save(uid, "shop/web", ledger(2, large)));

    REQUIRE(first.size() == 3);
    CHECK(first[2] == "create slipway-0f5c");
    REQUIRE(s.cluster.log.size() == 5);
    CHECK(s.cluster.log[2] == "apply slipway-0f5c");
    CHECK(s.cluster.log[3] == "delete " + first[0].substr(6));
    CHECK(s.cluster.secrets.size() == 3);
    for (const auto& [name, secret] : s.cluster.secrets)
        CHECK(secret.dump().size() < 600'000);
}

TEST_CASE("a process that dies between any two writes leaves a whole ledger", "[cluster][store]") {
    const std::size_t before = GENERATE(std::size_t{0}, large);
    const std::size_t after = GENERATE(std::size_t{0}, large);
    const int writes = GENERATE(range(0, 6));
    CAPTURE(before, after, writes);
    Storing s;
    REQUIRE(s.store.save(uid, "shop/web", ledger(1, before)));

    s.cluster.lives = writes;
    const bool saved = static_cast<bool>(s.store.save(uid, "shop/web", ledger(2, after)));
    s.cluster.lives = 1000;

    CHECK(s.number_loaded() == (saved ? 2 : 1));
    SecretStore next(s.cluster, "slipway-system");
    REQUIRE(next.load(uid));
    REQUIRE(next.save(uid, "shop/web", ledger(3, after)));
    REQUIRE(next.keep_only(uid, {}));
    CHECK(s.number_loaded() == 3);
    CHECK(s.cluster.secrets.size() == (after == 0 ? 1 : 3));
}

TEST_CASE("who did not see the newest ledger cannot replace it", "[cluster][store]") {
    Storing s;
    SecretStore other(s.cluster, "slipway-system");
    REQUIRE(s.store.save(uid, "shop/web", ledger(1)));
    const auto blind = other.save(uid, "shop/web", ledger(9));
    REQUIRE(other.load(uid));
    REQUIRE(other.save(uid, "shop/web", ledger(2)));

    const auto stale = s.store.save(uid, "shop/web", ledger(9));

    REQUIRE_FALSE(blind);
    CHECK(blind.error().kind == ErrorKind::Conflict);
    REQUIRE_FALSE(stale);
    CHECK(stale.error().kind == ErrorKind::Conflict);
    CHECK(s.number_loaded() == 2);
}

TEST_CASE("a damaged ledger is no empty one", "[cluster][store]") {
    Storing s;
    REQUIRE(s.store.save(uid, "shop/web", ledger(1, large)));
    const auto damage = GENERATE(0, 1, 2);
    if (damage == 0) s.cluster.secrets.erase(s.cluster.names().back());
    if (damage == 1) s.cluster.secrets[s.cluster.names().back()]["data"]["content"] = "AAAA";
    if (damage == 2) s.cluster.secrets["slipway-0f5c"]["data"] = nlohmann::json::object();

    const auto loaded = s.store.load(uid);

    REQUIRE_FALSE(loaded);
    CHECK(loaded.error().kind == ErrorKind::Internal);
}

TEST_CASE("a content is loaded as it was saved, whatever its size", "[cluster][store]") {
    const std::size_t bytes = GENERATE(std::size_t{0}, std::size_t{10}, large);
    Storing s;
    const std::string content = noise(bytes);

    REQUIRE(s.store.save_content(uid, "sha256:0123456789abcdef99", content));

    const auto loaded = s.store.load_content(uid, "sha256:0123456789abcdef99");
    REQUIRE(loaded);
    CHECK(*loaded == content);
    CHECK(s.cluster.log.back() == "apply slipway-0f5c-c-0123456789abcdef-0");
}

TEST_CASE("a content that is there already stays as it is", "[cluster][store]") {
    Storing s;
    REQUIRE(s.store.save_content(uid, "sha256:aa", noise(large)));
    const auto before = s.cluster.secrets;

    REQUIRE(s.store.save_content(uid, "sha256:aa", noise(large)));

    CHECK(s.store.load_content(uid, "sha256:aa").value() == noise(large));
    CHECK(s.cluster.secrets.size() == before.size());
}

TEST_CASE("a content is stored without being asked for first", "[cluster][store]") {
    Storing s;

    REQUIRE(s.store.save_content(uid, "sha256:aa", "x"));

    CHECK(s.cluster.log == Names{"apply slipway-0f5c-c-aa-0"});
}

TEST_CASE("a content of which only a part was written is not there", "[cluster][store]") {
    Storing s;
    s.cluster.lives = 1;

    CHECK_FALSE(s.store.save_content(uid, "sha256:aa", noise(large)));
    s.cluster.lives = 1000;
    const auto loaded = s.store.load_content(uid, "sha256:aa");

    REQUIRE_FALSE(loaded);
    CHECK(loaded.error().kind == ErrorKind::NotFound);
    REQUIRE(s.store.save_content(uid, "sha256:aa", noise(large)));
    CHECK(s.store.load_content(uid, "sha256:aa"));
}

TEST_CASE("nothing is entrusted to a Secret that is still being deleted", "[cluster][store]") {
    Storing s;
    REQUIRE(s.store.save_content(uid, "sha256:aa", "x"));
    s.cluster.secrets.begin()->second["metadata"]["deletionTimestamp"] = "2026-11-20T21:36:55Z";

    const auto saved = s.store.save_content(uid, "sha256:aa", "x");

    REQUIRE_FALSE(saved);
    CHECK(saved.error().kind == ErrorKind::Unavailable);
}

TEST_CASE("a content is not stored while one of its parts is being deleted", "[cluster][store]") {
    Storing s;
    REQUIRE(s.store.save_content(uid, "sha256:aa", noise(large)));
    s.cluster.secrets.erase("slipway-0f5c-c-aa-0");
    s.cluster.secrets["slipway-0f5c-c-aa-1"]["metadata"]["deletionTimestamp"] =
        "2026-11-20T21:36:55Z";

    const auto saved = s.store.save_content(uid, "sha256:aa", noise(large));

    REQUIRE_FALSE(saved);
    CHECK(saved.error().kind == ErrorKind::Unavailable);
    CHECK_FALSE(s.cluster.secrets.contains("slipway-0f5c-c-aa-0"));
}

TEST_CASE("a ledger that is being deleted was erased", "[cluster][store]") {
    Storing s;
    REQUIRE(s.store.save(uid, "shop/web", ledger(1)));
    s.cluster.secrets["slipway-0f5c"]["metadata"]["deletionTimestamp"] = "2026-11-20T21:36:55Z";

    CHECK(s.number_loaded() == 0);
    CHECK_FALSE(s.store.save(uid, "shop/web", ledger(2)));
}

TEST_CASE("contents that nobody needs any more are removed, and nothing else", "[cluster][store]") {
    Storing s;
    REQUIRE(s.store.save(uid, "shop/web", ledger(1, large)));
    REQUIRE(s.store.save("other", "shop/api", ledger(1)));
    REQUIRE(s.store.save_content(uid, "sha256:aa", "a"));
    REQUIRE(s.store.save_content(uid, "sha256:bb", noise(large)));
    REQUIRE(s.store.save_content("other", "sha256:bb", "b"));
    s.cluster.log.clear();

    REQUIRE(s.store.keep_only(uid, {"sha256:aa"}));

    CHECK(s.cluster.log == Names{"delete slipway-0f5c-c-bb-0", "delete slipway-0f5c-c-bb-1"});
}

TEST_CASE("a Release that is erased leaves nothing, the pointer goes first", "[cluster][store]") {
    Storing s;
    REQUIRE(s.store.save(uid, "shop/web", ledger(1, large)));
    REQUIRE(s.store.save_content(uid, "sha256:aa", "a"));
    REQUIRE(s.store.save("other", "shop/api", ledger(1)));
    s.cluster.log.clear();

    REQUIRE(s.store.erase(uid));

    CHECK(s.cluster.log.front() == "delete slipway-0f5c");
    CHECK(s.cluster.names() == Names{"slipway-other"});
    CHECK(s.store.save(uid, "shop/web", ledger(1)));
}

TEST_CASE("what unpacks to too much is refused before it fills the memory", "[cluster][store]") {
    const auto bomb = gzipped(std::string(10'000'000, '\0'));

    const auto text = gunzipped(bomb, 1U << 20U);

    CHECK(bomb.size() < 50'000);
    REQUIRE_FALSE(text);
    CHECK(text.error().kind == ErrorKind::TooLarge);
}

TEST_CASE("compression is undone, and damage is noticed", "[cluster][store]") {
    const auto packed = gzipped(noise(1000));

    CHECK(*gunzipped(packed) == noise(1000));
    CHECK(gzipped(noise(1000)) == packed);
    CHECK_FALSE(gunzipped(packed.substr(0, packed.size() - 1)));
    CHECK_FALSE(gunzipped(""));
    auto changed = packed;
    changed[500] = static_cast<char>(changed[500] ^ 1);
    CHECK_FALSE(gunzipped(changed));
}
