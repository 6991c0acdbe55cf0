# Builds the binary and puts it, alone, on a base without a shell or a package manager.
#   docker build -t perkmint --build-arg COMMIT=$(git rev-parse --short HEAD) .
#   docker run -p 3000:3000 -v perkmint:/data perkmint
FROM node:22-bookworm-slim@sha256:43ac6c60b8f89723f746e8a92ce91abd5017e627ce1ddfe4238355d3a30b772c AS build
WORKDIR /src
COPY package.json bun.lock bunfig.toml ./
RUN npx -y bun@1.4.5 install --frozen-lockfile
COPY . .
ARG COMMIT=unknown
ARG DATE=unknown
ARG RELEASE_KEY=""
RUN npx -y bun@1.4.5 cli/build.ts --outfile /out/perkmint --commit "$COMMIT" --date "$DATE" --release-key "$RELEASE_KEY" \
  && mkdir /out/data

# The binary needs the C library alone.
FROM gcr.io/distroless/base-debian12:nonroot@sha256:63f52bd27b6aa6555f5d56500b70d7bb0afe51c654905be88a2c1cf967a77b1a
COPY --from=build /out/perkmint /usr/local/bin/perkmint
COPY --from=build /out/perkmint.cdx.json /usr/share/doc/perkmint/
# A volume takes its owner from the folder of the image that it covers.
COPY --from=build --chown=10001:10001 --chmod=700 /out/data /data
ENV HOST=0.0.0.0 DATA_DIR=/data
USER 10001:10001
VOLUME /data
EXPOSE 3000
# With DOMAINS:
EXPOSE 80 443
# A server that migrates its database counts as healthy. One that was killed checks a large database before it responds.
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s CMD ["/usr/local/bin/perkmint", "healthcheck"]
ENTRYPOINT ["/usr/local/bin/perkmint"]
CMD ["serve"]
