import type { CheckName, CheckResult, CheckStatus } from './device-checks.ts'
import { selfCheckMessages as copy } from './messages.ko.ts'

export type CheckResults = Partial<Record<CheckName, CheckResult>>

/** The worst status of all results, shown as the summary. */
export function worstStatus(results: CheckResults): CheckStatus {
  const statuses = Object.values(results).map((result) => result.status)
  return statuses.includes('bad') ? 'bad' : statuses.includes('fair') ? 'fair' : 'good'
}

/**
 * The report that a member sends to support: a line per check, the browser, the window size and the time. No personal
 * data.
 */
export function formatReport(
  results: CheckResults,
  browser: { agent: string; window: string; tested_at: string },
): string {
  const lines = (Object.entries(results) as [CheckName, CheckResult][]).map(
    ([name, result]) =>
      `[${copy.statusLabel(result.status)}] ${copy.name(name)}: ${copy.findingMessage(name, result)}`,
  )
  return [copy.title, ...lines, browser.agent, browser.window, browser.tested_at].join('\n')
}
