// The images' HEALTHCHECK, since they have no curl. /healthz, because a service should not be restarted for an
// unreachable database.
const { ok } = await fetch(`http://127.0.0.1:${process.argv[2]}/healthz`);
process.exitCode = ok ? 0 : 1;
