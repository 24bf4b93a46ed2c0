// The HEALTHCHECK of the images, which have no curl: whether the service on this port of the container answers.
// By /healthz: a service whose database is away answers what it can, and is not to be restarted for that.
const { ok } = await fetch(`http://127.0.0.1:${process.argv[2]}/healthz`);
process.exitCode = ok ? 0 : 1;
