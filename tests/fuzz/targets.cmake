# Every tests/fuzz/<name>_fuzz.cpp is one target of libFuzzer, <name>_fuzz; `fuzz` builds them all.

# clang 14 does not compile Asio's coroutines, so of edge/cluster only what reads a kubeconfig.
add_library(kubeconfig STATIC EXCLUDE_FROM_ALL operator/edge/cluster/credentials.cpp
    operator/edge/cluster/kubeconfig.cpp operator/edge/cluster/server_url.cpp)
target_link_libraries(kubeconfig PUBLIC core_manifest core_kubeapi ports PRIVATE slipway_warnings)

file(GLOB sources CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/tests/fuzz/*_fuzz.cpp")
add_custom_target(fuzz)
foreach(source IN LISTS sources)
    get_filename_component(target "${source}" NAME_WE)
    add_executable(${target} EXCLUDE_FROM_ALL ${source})
    target_include_directories(${target} PRIVATE "${PROJECT_SOURCE_DIR}/tests")
    target_link_options(${target} PRIVATE -fsanitize=fuzzer)
    target_link_libraries(${target} PRIVATE core_kubeapi core_plan kubeconfig slipway_warnings)
    add_dependencies(fuzz ${target})
endforeach()
