// Plain JavaScript on purpose: it has to run on whatever Node the host has, down to the oldest.
const wanted = 26;
const found = Number(process.versions.node.split('.')[0]);
if (found < wanted) {
  console.error(
    `Node ${wanted} is missing from node_modules/.bin (found ${process.version}): run \`npm ci\` without --omit=optional.`,
  );
  process.exit(1);
}
