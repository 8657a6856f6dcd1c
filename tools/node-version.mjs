/** Runs before anything that an older Node does not know. The project's own Node comes with the dependencies. */
const NEEDED = { major: 20, minor: 11 }
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)

if (major < NEEDED.major || (major === NEEDED.major && minor < NEEDED.minor)) {
  console.error(
    `Posy needs Node ${NEEDED.major}.${NEEDED.minor} or newer to begin with, and this is ${process.versions.node}: install a newer one (https://nodejs.org), then run the same again.`,
  )
  process.exit(1)
}
