import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A group of calls in the contract, and one that a domain handles. */
const callGroup = /^export const (\w+) = \{/gm
const handledGroup = /\btypeof endpoints\.(\w+)/g

/**
 * The calls of staff stand with the domain that owns the rows: a group of them in `contract/P.ts` is handled by
 * `server/domains/P/handlers.ts`, where P is `<domain>/staff`, or a part of it. The studio keeps what is its own.
 */
const staffGroup = /^export const studio(?:_\w+)? = \{/m
const staffHandlers = /^server\/domains\/(studio\/.+|[^/]+\/staff(?:\/.+)?)\/handlers\.ts$/

/** The tables that the studio writes. It imports no other domain, so that it changes other rows by SQL alone. */
const studioTables = new Set([
  ...['audit_log', 'stat_deltas', 'player_error_events'],
  ...['daily_stats', 'series_daily_stats', 'series_monthly_stats', 'player_errors'],
])
const writtenTable =
  /\b(?:insert into|delete from|(?<!for |do )update) (\w+)|\.(?:insertInto|updateTable|deleteFrom)\(\s*'(\w+)/g

/**
 * Compares the places of calls in the contract and in the domains.
 * @param files the paths of all source files.
 * @returns the findings.
 */
export function callProblems(
  root: string,
  files: ReadonlySet<string>,
  domains: readonly string[],
): string[] {
  const read = (path: string) => readFileSync(join(root, path), 'utf8')
  const groups = new Map(
    [...files]
      .filter((path) => path.startsWith('contract/') && !path.includes('.test.'))
      .flatMap((path) => Array.from(read(path).matchAll(callGroup), ([, name]) => [name, path])),
  )
  return [...files].flatMap((path) => {
    const [, folder = ''] = /^(?:contract|server\/domains)\/([^/]+)\//.exec(path) ?? []
    if (folder === '' || path.includes('.test.')) return []
    const isContract = path.startsWith('contract/')
    if (!domains.includes(folder) && !(isContract && folder === 'core'))
      return [`${path}: ${folder} is no domain`]
    if (isContract && staffGroup.test(read(path))) {
      const handlers = `server/domains/${path.slice('contract/'.length, -'.ts'.length)}/handlers.ts`
      if (files.has(handlers) && staffHandlers.test(handlers)) return []
      return [`${path}: calls of staff are handled in staff/ of a domain, here by ${handlers}`]
    }
    if (path.endsWith('/handlers.ts')) {
      const strange = Array.from(read(path).matchAll(handledGroup), ([, group]) =>
        groups.get(group),
      ).find((contract) => contract && !contract.startsWith(`contract/${folder}/`))
      if (strange)
        return [`${path}: the contract of its calls stands in contract/${folder}/, not ${strange}`]
    }
    const [, calls] = staffHandlers.exec(path) ?? []
    if (calls !== undefined && !files.has(`contract/${calls}.ts`))
      return [`${path}: the contract of these calls is contract/${calls}.ts`]
    if (!path.startsWith('server/domains/studio/') || !path.endsWith('queries.ts')) return []
    return [...read(path).matchAll(writtenTable)]
      .map(([, inSql, inBuilder]) => inSql ?? inBuilder ?? '')
      .filter((table) => !studioTables.has(table))
      .map((table) => `${path}: ${table} is written by the domain that owns it`)
  })
}
