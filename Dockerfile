# An image with Heddle, g++ and CMake:
#
#   docker build -t heddle .
#   docker run --rm -v "$PWD:/work" heddle sh -c 'heddle c++ -g test.cpp -o test && heddle run ./test'
FROM debian:12 AS build
RUN apt-get update && apt-get install -y --no-install-recommends make git ca-certificates dpkg-dev file
COPY . /heddle
WORKDIR /heddle
RUN make package

FROM debian:12
COPY --from=build /heddle/build/heddle_*.deb /tmp/
RUN apt-get update && apt-get install -y --no-install-recommends cmake g++ ninja-build /tmp/heddle_*.deb \
  && rm -rf /var/lib/apt/lists/* /tmp/heddle_*.deb
WORKDIR /work
