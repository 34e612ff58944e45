/** The graph of a build in Rolldown. */
type ModuleGraph = { getModuleInfo(id: string): { importedIds: readonly string[] } | null }

/** The modules of a visit of home are those that these import. Modules in `homeFolder` are left out: only home uses them. */
const entries = ['web/root.tsx', 'web/features/home/home.route.tsx']
const homeFolder = 'web/features/home/'

/** Returns whether a module belongs to the file that all pages share, by following imports that are not dynamic. */
export function createShellTest(root: string) {
  const modulesOf = new WeakMap<ModuleGraph, Set<string>>()
  return (id: string, graph: ModuleGraph): boolean => {
    let modules = modulesOf.get(graph)
    if (!modules) modulesOf.set(graph, (modules = reachableModules(root, graph)))
    return modules.has(id)
  }
}

function reachableModules(root: string, graph: ModuleGraph): Set<string> {
  const modules = new Set<string>()
  const pending = entries.map((path) => `${root}/${path}`)
  for (let id = pending.pop(); id !== undefined; id = pending.pop()) {
    if (modules.has(id) || id.includes('/node_modules/')) continue
    modules.add(id)
    pending.push(...(graph.getModuleInfo(id)?.importedIds ?? []))
  }
  for (const id of modules) if (id.startsWith(`${root}/${homeFolder}`)) modules.delete(id)
  return modules
}
