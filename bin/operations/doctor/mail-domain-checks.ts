import { StartupError } from '#server/shared/startup-error.ts'
import type { Resolver } from 'node:dns/promises'
import type { Check } from './check.ts'

type Options = {
  dkim_selector: string | undefined
  resolver: Pick<Resolver, 'resolveTxt'>
}

/** Without these records of the sender's domain, large mail services refuse mail or call it spam. */
export function mailDomainChecks(
  mail_from: string,
  { dkim_selector, resolver }: Options,
): readonly Check[] {
  const domain = domainOf(mail_from)
  const read = (name: string, pattern: RegExp) => readRecord(resolver, name, pattern)
  return [
    { name: 'SPF', run: () => checkSpf(domain, read) },
    { name: 'DKIM', run: () => checkDkim(domain, dkim_selector, read) },
    { name: 'DMARC', run: () => checkDmarc(domain, read) },
  ]
}

type ReadRecord = (name: string, pattern: RegExp) => Promise<string>

/** RFC 7208: one record, which must not pass everybody. */
async function checkSpf(domain: string, read: ReadRecord): Promise<string> {
  const record = await read(domain, /^v=spf1(?: |$)/i)
  if (/[ +]all$/i.test(record) && !/[-~?]all$/i.test(record))
    throw new StartupError(`The record of ${domain} lets everybody send: end it with -all.`)
  return record
}

/** RFC 6376: the key stands below a selector, which the mail provider names. An empty key is withdrawn. */
async function checkDkim(
  domain: string,
  selector: string | undefined,
  read: ReadRecord,
): Promise<string> {
  if (selector === undefined)
    throw new StartupError(
      'Name the selector of your mail provider: npm run doctor -- --dkim SELECTOR.',
    )
  const name = `${selector}._domainkey.${domain}`
  const record = await read(name, /(?:^|;)\s*p=/i)
  if (/(?:^|;)\s*p=\s*(?:;|$)/i.test(record))
    throw new StartupError(`The key at ${name} is withdrawn.`)
  return `the key at ${name}`
}

/** RFC 7489: the record may stand at the parent domain instead. */
async function checkDmarc(domain: string, read: ReadRecord): Promise<string> {
  const parent = domain.split('.').slice(1).join('.')
  const pattern = /^v=DMARC1\s*(?:;|$)/i
  const record = await read(`_dmarc.${domain}`, pattern).catch((error: unknown) =>
    parent.includes('.') ? read(`_dmarc.${parent}`, pattern) : Promise.reject(error),
  )
  if (/;\s*p=none\b/i.test(record)) return `${record} (p=none only reports; quarantine protects)`
  return record
}

/** @throws StartupError if not exactly one TXT record of `name` matches */
async function readRecord(
  resolver: Options['resolver'],
  name: string,
  pattern: RegExp,
): Promise<string> {
  const records = await resolver.resolveTxt(name).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENODATA' || error.code === 'ENOTFOUND') return []
    throw new StartupError(`The DNS does not answer for ${name} (${error.code}).`)
  })
  const matching = records.map((parts) => parts.join('')).filter((text) => pattern.test(text))
  const [record] = matching
  if (record === undefined)
    throw new StartupError(`There is no such TXT record at ${name}: add it.`)
  if (matching.length > 1)
    throw new StartupError(`${name} has ${matching.length} such records: keep one.`)
  return record
}

/** The domain of `NAME <ADDRESS>` or of a bare address. */
function domainOf(mail_from: string): string {
  const address = /<(?<inner>[^<>]+)>\s*$/.exec(mail_from)?.groups?.['inner'] ?? mail_from
  return address.slice(address.lastIndexOf('@') + 1).trim()
}
