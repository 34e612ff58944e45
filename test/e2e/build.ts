import { buildPages } from '../../bin/app/build-pages.ts'

/** Builds the pages once for the run, when their sources have changed. */
export default async function setup() {
  await buildPages()
}
