import type { CheckName, CheckResult, CheckStatus } from './device-checks.ts'
import { selfCheckMessages as copy } from './messages.ko.ts'

export type CheckResults = Partial<Record<CheckName, CheckResult>>

/** The worst mark of all: it decides what is said at the top. */
export function worstStatus(findings: CheckResults): CheckStatus {
  const all = Object.values(findings).map((finding) => finding.mark)
  return all.includes('bad') ? 'bad' : all.includes('fair') ? 'fair' : 'good'
}

/** What a member sends to support: a line a check, then the browser, the window and the moment. Nothing personal. */
export function formatReport(
  findings: CheckResults,
  browser: { agent: string; window: string; at: string },
): string {
  const lines = (Object.entries(findings) as [CheckName, CheckResult][]).map(
    ([name, finding]) =>
      `[${copy.mark(finding.mark)}] ${copy.name(name)}: ${copy.found(name, finding)}`,
  )
  return [copy.title, ...lines, browser.agent, browser.window, browser.at].join('\n')
}
