import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const manifest = readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8')

/** The semantic version of the product, which is that of package.json. */
export const version = (JSON.parse(manifest) as { version: string }).version
