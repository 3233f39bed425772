# docker build -t reslint .
# docker run --rm -v "$PWD":/src reslint ./...
FROM golang:1.26 AS build
WORKDIR /reslint
COPY go.mod go.sum ./
RUN go mod download
COPY . .
RUN CGO_ENABLED=0 go build -trimpath -o /out/reslint ./cmd/reslint

# Reslint works through the go command, and -new-from-rev through git.
FROM golang:1.26
COPY --from=build /out/reslint /usr/local/bin/reslint
# The folder that is mounted belongs to someone else.
RUN git config --system --add safe.directory '*'
WORKDIR /src
ENTRYPOINT ["reslint"]
