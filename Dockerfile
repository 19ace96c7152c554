# The program and nothing else:
#   docker build -t wsmeter .
#   docker run --rm --user "$(id -u):$(id -g)" -v "$PWD:/work" wsmeter -n -t plan.jmx -l results.jtl
FROM node:20-bookworm-slim AS build
WORKDIR /opt/wsmeter
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts
COPY tsconfig.json rolldown.config.js ./
COPY src src
COPY plans plans
RUN npm run build && npm prune --omit=dev --ignore-scripts && rm -r src && chmod +x dist/cli/main.js

FROM node:20-bookworm-slim
COPY --from=build /opt/wsmeter /opt/wsmeter
RUN ln -s /opt/wsmeter/dist/cli/main.js /usr/local/bin/wsmeter
USER node
WORKDIR /work
ENTRYPOINT ["wsmeter"]
CMD ["--help"]
