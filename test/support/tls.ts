/**
 * A fixed self-signed certificate for hooks.example.com, 127.0.0.1 and ::1, valid for 100 years, and its key. Both
 * are public; only tests that pass the certificate as their CA trust it. Created with
 * openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 36500 -subj "/CN=Perkmint test only"
 *   -addext "subjectAltName=DNS:hooks.example.com,IP:127.0.0.1,IP:::1"
 */
export const TEST_KEY = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgpdEk6yNABSk+GKvQ
Uc3I19OhgWlHUE1cUZ9r5djQykOhRANCAAQ/8exYrK+qQoMLHjNgjCF8iO7ssR4p
lrO2XePS7FkMaGCCtUufODUZXtRId5iFp4vKMFl7VCpqe7r4C1jXmMIz
-----END PRIVATE KEY-----`;

export const TEST_CERT = `-----BEGIN CERTIFICATE-----
MIIByjCCAW+gAwIBAgIULEm6+AZ5M0uBKK9bdi9R7A1gncUwCgYIKoZIzj0EAwIw
HTEbMBkGA1UEAwwSUGVya21pbnQgdGVzdCBvbmx5MCAXDTI2MTEyMTAyNTE1OFoY
DzIxMjYxMDI4MDI1MTU4WjAdMRswGQYDVQQDDBJQZXJrbWludCB0ZXN0IG9ubHkw
WTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAAQ/8exYrK+qQoMLHjNgjCF8iO7ssR4p
lrO2XePS7FkMaGCCtUufODUZXtRId5iFp4vKMFl7VCpqe7r4C1jXmMIzo4GKMIGH
MB0GA1UdDgQWBBSaqxpBHgBQL9yiHRPkKMkZaLjjmDAfBgNVHSMEGDAWgBSaqxpB
HgBQL9yiHRPkKMkZaLjjmDAPBgNVHRMBAf8EBTADAQH/MDQGA1UdEQQtMCuCEWhv
b2tzLmV4YW1wbGUuY29thwR/AAABhxAAAAAAAAAAAAAAAAAAAAABMAoGCCqGSM49
BAMCA0kAMEYCIQDYuQBVr1DIqkprC78Mvmi4SCFDhOlkzv4xh16rw3Q5jwIhAMRY
iVSfK+V5Da1XQC2vogqpysCmi4RLSvfTjvI8goKT
-----END CERTIFICATE-----`;
