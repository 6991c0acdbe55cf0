# Builds the binary and puts it, alone, on a base without a shell or a package manager.
#   docker build -t perkmint --build-arg COMMIT=$(git rev-parse --short HEAD) .
#   docker run -p 3000:3000 -v perkmint:/data perkmint
FROM oven/bun:1.4.5 AS build
WORKDIR /src
COPY package.json bun.lock bunfig.toml ./
RUN bun install --frozen-lockfile
COPY . .
ARG COMMIT=unknown
ARG DATE=unknown
RUN bun cli/build.ts --outfile /out/perkmint --commit "$COMMIT" --date "$DATE" && mkdir /out/data

# The binary needs the C library alone.
FROM gcr.io/distroless/base-debian12
COPY --from=build /out/perkmint /usr/local/bin/perkmint
COPY --from=build /out/perkmint.cdx.json /usr/share/doc/perkmint/
# A volume takes its owner from the folder of the image that it covers.
COPY --from=build --chown=10001:10001 --chmod=700 /out/data /data
ENV HOST=0.0.0.0 DATA_DIR=/data
USER 10001:10001
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=30s --timeout=5s --start-period=10s CMD ["/usr/local/bin/perkmint", "healthcheck"]
ENTRYPOINT ["/usr/local/bin/perkmint"]
CMD ["serve"]
