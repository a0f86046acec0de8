# syntax=docker/dockerfile:1
# docker build --tag slipway:0.1.0 .

FROM debian:bookworm AS build
RUN apt-get update && apt-get install --yes --no-install-recommends \
        ca-certificates \
        ccache \
        cmake \
        g++ \
        libboost-dev \
        libcli11-dev \
        libcpprest-dev \
        libfmt-dev \
        libspdlog-dev \
        libssl-dev \
        libyaml-cpp-dev \
        libyaml-dev \
        mold \
        ninja-build \
        nlohmann-json3-dev \
        pkg-config \
        prometheus-cpp-dev \
        zlib1g-dev \
    && rm -rf /var/lib/apt/lists/*
WORKDIR /source
COPY CMakeLists.txt CMakePresets.json ./
COPY operator operator
RUN --mount=type=cache,target=/root/.cache/ccache \
    cmake --preset release -DBUILD_TESTING=OFF \
    && cmake --build --preset release --target slipway-operator slipway \
    && install --strip -D --target-directory /image build/release/slipway-operator build/release/slipway

FROM debian:bookworm-slim
RUN apt-get update && apt-get install --yes --no-install-recommends \
        ca-certificates \
        libfmt9 \
        libprometheus-cpp-core1.0 \
        libspdlog1.10 \
        libssl3 \
        libyaml-0-2 \
        libyaml-cpp0.7 \
        zlib1g \
    && rm -rf /var/lib/apt/lists/*
COPY --from=build /image/slipway-operator /image/slipway /usr/local/bin/
# A library that is missing shows here and not in a cluster.
RUN ["/usr/local/bin/slipway-operator", "--version"]
RUN ["/usr/local/bin/slipway", "version"]
LABEL org.opencontainers.image.title="slipway" \
      org.opencontainers.image.description="Deploys what a Release holds, in order, from inside the cluster" \
      org.opencontainers.image.licenses="Apache-2.0"
USER 65532:65532
EXPOSE 8080 8081
ENTRYPOINT ["/usr/local/bin/slipway-operator"]
