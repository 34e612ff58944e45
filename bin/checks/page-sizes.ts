/**
 * Checks the JavaScript that the first visit of a page loads: gzip as the server sends it, in KiB, and the number of files.
 * Builds the pages if their sources have changed.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { basename, extname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { buildPages } from '../app/build-pages.ts'
import { memberHomeEntries } from '../app/shared-files.ts'

/** The largest sizes, by the beginning of a route's id; the first that matches counts. */
const maxSizes: readonly (readonly [prefix: string, kib: number])[] = [
  ['features/home/', 128],
  ['features/catalog/', 133],
  ['features/search/', 147.1],
  ['features/title/', 155],
  ['features/player/', 182],
  ['features/support/inquiries/', 179],
  ['inquirys', 179],
  ['features/support/', 139],
  ['features/library/lists/', 187],
  ['features/library/', 161],
  ['features/billing/', 175],
  ['features/account/', 208],
  ['features/showcase/', 194],
  ['features/studio/', 273],
  ['app/layouts/studio-', 214],
  ['', 166],
]
/** The most files, by the beginning of a route's id; the first that matches counts. Each costs a phone a round trip. */
const maxFiles: readonly (readonly [prefix: string, count: number])[] = [
  ['features/home/', 8],
  ['features/catalog/', 18],
  ['features/search/', 25],
  ['features/title/', 25],
  ['features/player/', 25],
  ['features/support/', 45],
  ['features/account/profile/', 62],
  ['features/account/mypage/', 63],
  ['features/studio/', 92],
  ['', 60],
]
/** The names of built files that home loads in addition for a member, and their largest size. */
const memberFiles = new RegExp(
  `^(?:${memberHomeEntries.map((path) => basename(path, extname(path))).join('|')})-[\\w-]{8}\\.js$`,
)
const maxMemberSize = 26.6
/** The largest size of hls.js, which the player loads beside its page. */
const maxHlsSize = 121

type Route = { parentId?: string; module: string; imports?: string[] }
type Manifest = {
  entry: { module: string; imports: string[] }
  routes: Record<string, Route>
}

const client = join(import.meta.dirname, '../../build/client')
const sizes = new Map<string, number>()

/** @param path of a file, as pages request it. @returns its size in bytes. */
function sizeOf(path: string): number {
  let size = sizes.get(path)
  if (size === undefined)
    sizes.set(path, (size = gzipSync(readFileSync(join(client, path)), { level: 6 }).length))
  return size
}

const kibOf = (paths: Iterable<string>) =>
  [...paths].reduce((sum, path) => sum + sizeOf(path), 0) / 1024

function readManifest(): Manifest {
  const name = readdirSync(join(client, 'assets')).find((file) => /^manifest-.*\.js$/.test(file))
  if (!name) throw new Error('The build has no manifest')
  const script = readFileSync(join(client, 'assets', name), 'utf8')
  return JSON.parse(script.replace(/^[^{]*/, '').replace(/;?\s*$/, '')) as Manifest
}

/** The files of a page: the entry's, and those of its route and of the routes around it. */
function filesOf(manifest: Manifest, id: string): Set<string> {
  const files = new Set([manifest.entry.module, ...manifest.entry.imports])
  for (let route = manifest.routes[id]; route; route = manifest.routes[route.parentId ?? ''])
    for (const path of [route.module, ...(route.imports ?? [])]) files.add(path)
  return files
}

/** Adds a file and those that it imports, except dynamically. */
function addWithImports(path: string, files: Set<string>) {
  if (files.has(path)) return
  files.add(path)
  const source = readFileSync(join(client, path), 'utf8')
  for (const [, name] of source.matchAll(/(?:from|import)\s*"\.\/([^"]+\.js)"/g))
    addWithImports(`/assets/${name}`, files)
}

const barOf = (bars: readonly (readonly [prefix: string, bar: number])[], id: string) =>
  bars.find(([prefix]) => id.startsWith(prefix))?.[1] ?? 0

function reportManyFiles(id: string, { size }: Set<string>) {
  const max = barOf(maxFiles, id)
  if (size <= max) return
  process.exitCode = 1
  console.log(`${id}: ${size} files of JavaScript, at most ${max}`)
}

function reportOversize(name: string, files: Iterable<string>, max: number) {
  const size = kibOf(files)
  if (size <= max) return
  process.exitCode = 1
  console.log(`${name}: ${size.toFixed(1)} KiB of JavaScript, at most ${max}`)
  const largest = [...files].sort((a, b) => sizeOf(b) - sizeOf(a)).slice(0, 12)
  for (const path of largest) console.log(`  ${(sizeOf(path) / 1024).toFixed(1)}  ${path}`)
}

await buildPages()
const manifest = readManifest()
const print = process.argv.includes('--print')
for (const id of Object.keys(manifest.routes)) {
  const files = filesOf(manifest, id)
  if (print) {
    console.log(`${kibOf(files).toFixed(1)}  ${files.size} files  ${id}`)
    continue
  }
  reportOversize(id, files, barOf(maxSizes, id))
  reportManyFiles(id, files)
}
const home = filesOf(manifest, 'features/home/home.route')
const withMember = new Set(home)
const assets = readdirSync(join(client, 'assets'))
for (const name of assets.filter((name) => memberFiles.test(name)))
  addWithImports(`/assets/${name}`, withMember)
const added = [...withMember].filter((path) => !home.has(path))
if (print) console.log(`${kibOf(added).toFixed(1)}  added to home for a member`)
else reportOversize('home of a member, added', added, maxMemberSize)
const hls = assets.find((name) => /^hls-[\w-]{8}\.js$/.test(name))
if (!hls) throw new Error('The build has no hls.js')
if (print) console.log(`${kibOf([`/assets/${hls}`]).toFixed(1)}  hls.js`)
else reportOversize('hls.js', [`/assets/${hls}`], maxHlsSize)
