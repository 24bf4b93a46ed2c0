#!/bin/sh
# Validates what kustomize makes of the overlays against the schemas of Kubernetes' API, without a cluster. It needs
# kubectl, kubeconform and a folder of schemas as the Python package kubernetes-validate has them:
#
#   infra/kubernetes/validate.sh <folder with v1.34.0-local-strict …>
set -eu
schemas=$(cd "$1" && pwd)
overlays=$(cd "$(dirname "$0")/overlays" && pwd)
folder=$(mktemp --directory)
trap 'rm --recursive "$folder"' EXIT

# The oldest version that we support, and the newest one with schemas there.
for version in 1.34.0 1.37.0; do
  mkdir "$folder/$version"
  cp "$schemas/v$version-local-strict/"*.json "$folder/$version"
  # Their references are addresses on a server; these lead to files.
  sed --in-place 's|"/api/_definitions.json#|"_definitions.json#|; s|"$id":|"$comment":|' "$folder/$version/"*.json
  for overlay in "$overlays"/*; do
    kubectl kustomize "$overlay" >"$folder/manifests.yaml"
    echo "$(basename "$overlay"), Kubernetes $version:"
    kubeconform -strict -summary -kubernetes-version "$version" \
      -schema-location "$folder/$version/{{.ResourceKind}}{{.KindSuffix}}.json" "$folder/manifests.yaml"
  done
done
