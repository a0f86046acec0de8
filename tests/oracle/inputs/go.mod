// Kubernetes' own code for reading what users write, to hold the operator's readers against.
module slipway.dev/oracle/inputs

go 1.26.0

require (
	go.yaml.in/yaml/v2 v2.4.3
	k8s.io/apimachinery v0.36.3
	k8s.io/client-go v0.36.3
	sigs.k8s.io/yaml v1.6.0
)

require sigs.k8s.io/json v0.0.0-20250730193827-2d320260d730 // indirect
