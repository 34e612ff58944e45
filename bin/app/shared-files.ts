import { globSync } from 'node:fs'

/** The graph of a build in Rolldown. */
type ModuleGraph = {
  getModuleInfo(id: string): { code: string | null; importedIds: readonly string[] } | null
}
/** Modules that go into one file, the pages that load it, and the length of its code. */
type SharedFile = { modules: string[]; pages: readonly string[]; size: number }

/** The modules of a visit of home are those that these import. Modules in `homeFolder` are left out: only home uses them. */
const homeEntries = ['web/root.tsx', 'web/features/home/home.route.tsx']
const homeFolder = 'web/features/home/'

const memberHome = 'home of a member'
/** Modules that home loads only for a member, each into a file of its own name. */
export const memberHomeEntries = [
  'web/app/account-menu/account-menu.tsx',
  'web/app/member-effects.tsx',
  'web/features/account/profiles/profile-avatar.tsx',
  'web/features/home/continue-watching-rail.tsx',
  'web/features/home/member-rails.tsx',
  'web/session/progress-outbox.ts',
  'web/session/read-me.ts',
]

/** Pages that load few files, because each file costs a phone a round trip. */
const fewFilePages = /^web\/features\/(?:title\/(?:series|season|episode)|player\/video)\.route/
/** So many shared files at most beside the shell, the libraries and the page's own. */
const maxSharedFiles = 18
/** How much a needless byte counts: in lists and home, which phones open first, then in other pages of a visit and in layouts. */
const weights: readonly (readonly [pages: RegExp, weight: number])[] = [
  [/^home|^web\/features\/catalog\//, 60],
  [/^web\/(?:features\/(?:title|player|search|library)|app\/layouts)\//, 6],
]

/**
 * Returns groups for Rolldown: the shell, which every page loads, and files of modules that the title page or the player
 * share with other pages. Rolldown puts what a module imports in its group unless an earlier group has it, so groups that
 * more pages load come first.
 */
export function createSharedFileGroups(root: string) {
  const namesOf = new WeakMap<ModuleGraph, Map<string, string>>()
  const nameOf = (id: string, graph: ModuleGraph) => {
    let names = namesOf.get(graph)
    if (!names) namesOf.set(graph, (names = nameFiles(root, graph)))
    return names.get(id) ?? null
  }
  const maxFiles =
    maxSharedFiles * readPages(root).filter(([page]) => fewFilePages.test(page)).length
  const names = ['shell', ...Array.from({ length: maxFiles }, (_, index) => `shared-${index}`)]
  return names.map((name) => ({
    name: (id: string, graph: ModuleGraph) => (nameOf(id, graph) === name ? name : null),
    debugName: name,
  }))
}

/** Pages with the modules that they begin with. */
function readPages(root: string): (readonly [page: string, entries: readonly string[]])[] {
  const routes = globSync('web/**/*.route.tsx', { cwd: root }).toSorted()
  return [[memberHome, memberHomeEntries], ...routes.map((path) => [path, [path]] as const)]
}

function nameFiles(root: string, graph: ModuleGraph): Map<string, string> {
  const names = new Map<string, string>()
  const shell = reachableModules(root, homeEntries, graph)
  for (const id of shell) if (!id.startsWith(`${root}/${homeFolder}`)) names.set(id, 'shell')
  const files = mergeFiles(groupByPages(root, shell, graph)).sort(
    (a, b) => b.pages.length - a.pages.length,
  )
  for (const [index, { modules }] of files.entries())
    for (const id of modules) names.set(id, `shared-${index}`)
  return names
}

/** The modules of the title page and the player outside the shell; those that the same pages use are in one file. */
function groupByPages(root: string, shell: ReadonlySet<string>, graph: ModuleGraph): SharedFile[] {
  const pagesOf = new Map<string, string[]>()
  for (const [page, entries] of readPages(root))
    for (const id of reachableModules(root, entries, graph))
      if (!shell.has(id) && !/\.(?:css|route\.tsx)$/.test(id))
        pagesOf.set(id, [...(pagesOf.get(id) ?? []), page])
  const files = new Map<string, SharedFile>()
  for (const [id, pages] of [...pagesOf].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    if (!pages.some((page) => fewFilePages.test(page))) continue
    const key = pages.join()
    const file = files.get(key) ?? { modules: [], pages, size: 0 }
    file.modules.push(id)
    file.size += graph.getModuleInfo(id)?.code?.length ?? 0
    files.set(key, file)
  }
  return [...files.values()]
}

/** Merges the two files that cost pages least until none of `fewFilePages` loads too many. */
function mergeFiles(files: readonly SharedFile[]): SharedFile[] {
  const countOf = (page: string) => files.filter(({ pages }) => pages.includes(page)).length
  const crowded = new Set(
    files
      .flatMap(({ pages }) => pages)
      .filter((page) => fewFilePages.test(page) && countOf(page) > maxSharedFiles),
  )
  const pairs = files.flatMap((a, index) =>
    files
      .slice(index + 1)
      .filter((b) => a.pages.some((page) => crowded.has(page) && b.pages.includes(page)))
      .map((b) => ({ a, b, cost: mergeCost(a, b) })),
  )
  const cheapest = pairs.toSorted((left, right) => left.cost - right.cost)[0]
  if (!cheapest) return [...files]
  const { a, b } = cheapest
  const merged = {
    modules: [...a.modules, ...b.modules],
    pages: [...a.pages, ...without(b.pages, a.pages)],
    size: a.size + b.size,
  }
  return mergeFiles([...files.filter((file) => file !== a && file !== b), merged])
}

/** The cost of merging two files: the code that pages would load without needing it, squared so that no page bears it all. */
function mergeCost(a: SharedFile, b: SharedFile): number {
  return (
    a.size ** 2 * weightOf(without(b.pages, a.pages)) +
    b.size ** 2 * weightOf(without(a.pages, b.pages))
  )
}

const without = (pages: readonly string[], others: readonly string[]) =>
  pages.filter((page) => !others.includes(page))

const weightOf = (pages: readonly string[]) =>
  pages.reduce((sum, page) => sum + (weights.find(([pattern]) => pattern.test(page))?.[1] ?? 1), 0)

/** The modules of the project that these import, and they themselves. */
function reachableModules(root: string, paths: readonly string[], graph: ModuleGraph) {
  const modules = new Set<string>()
  const pending = paths.map((path) => `${root}/${path}`)
  for (let id = pending.pop(); id !== undefined; id = pending.pop()) {
    if (modules.has(id) || !id.startsWith(`${root}/`) || id.includes('/node_modules/')) continue
    modules.add(id)
    pending.push(...(graph.getModuleInfo(id)?.importedIds ?? []))
  }
  return modules
}
