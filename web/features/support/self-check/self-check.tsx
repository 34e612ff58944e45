import { Button, Spinner } from '#web/ui/base/button.tsx'
import { Icon, type IconName } from '#web/ui/base/icon.tsx'
import { useState } from 'react'
import { checkNames, runDeviceCheck, type CheckStatus } from './device-checks.ts'
import { selfCheckMessages as copy } from './messages.ko.ts'
import { formatReport, worstStatus, type CheckResults } from './report.ts'

const looks: Record<CheckStatus, { icon: IconName; color: string }> = {
  good: { icon: 'check', color: 'bg-success/15 text-success' },
  fair: { icon: 'info', color: 'bg-accent-subtle text-accent-bright' },
  bad: { icon: 'warning', color: 'bg-danger/15 text-danger' },
}

/** Playback self-check (D-73): what a support agent asks a member to press, and to send the result of. */
export function SelfCheck() {
  const [state, setState] = useState<'idle' | 'running' | 'done'>('idle')
  const [findings, setFindings] = useState<CheckResults>({})
  const [copied, setCopied] = useState<'yes' | 'no' | null>(null)
  const count = Object.keys(findings).length
  const report = state === 'done' ? formatReport(findings, describeBrowser()) : ''

  async function start() {
    setState('running')
    setCopied(null)
    let all: CheckResults = {}
    setFindings(all)
    // One after the other: they would disturb each other's figures.
    for (const name of checkNames) {
      all = { ...all, [name]: await runDeviceCheck(name) }
      setFindings(all)
    }
    setState('done')
  }

  async function copyReport() {
    try {
      await navigator.clipboard.writeText(report)
      setCopied('yes')
    } catch {
      setCopied('no')
    }
  }

  return (
    <section aria-labelledby="self-check" className="max-w-2xl">
      <h2 id="self-check" className="text-2xl font-bold">
        {copy.title}
      </h2>
      <p className="mt-2 text-foreground-muted">{copy.intro}</p>
      <p role="status" className="mt-4 min-h-7 text-lg font-semibold">
        {state === 'running' && copy.running(count, checkNames.length)}
        {state === 'done' && copy.done[worstStatus(findings)]}
      </p>
      {state !== 'idle' && (
        <ul className="mt-2 divide-y divide-border rounded-xl bg-surface px-4">
          {checkNames.map((name, index) => {
            const finding = findings[name]
            return (
              <li key={name} className="flex min-h-15 items-center gap-4 py-2.5">
                <span
                  className={`flex size-8 shrink-0 items-center justify-center rounded-full ${finding ? looks[finding.mark].color : 'bg-surface-high text-foreground-muted'}`}
                >
                  {finding ? (
                    <Icon name={looks[finding.mark].icon} className="size-4.5" />
                  ) : (
                    index === count && <Spinner className="size-4" />
                  )}
                </span>
                <div className="min-w-0">
                  <p className="font-semibold">
                    {copy.name(name)}
                    {finding && <span className="sr-only">, {copy.mark(finding.mark)}</span>}
                  </p>
                  <p className="text-sm text-foreground-muted tabular-nums">
                    {finding ? copy.found(name, finding) : copy.waiting}
                  </p>
                </div>
              </li>
            )
          })}
        </ul>
      )}
      <div className="mt-5 flex flex-wrap items-center gap-3">
        <Button look="primary" busy={state === 'running'} onClick={() => void start()}>
          {state === 'idle' ? copy.start : copy.again}
        </Button>
        {state === 'done' && <Button onClick={() => void copyReport()}>{copy.copy}</Button>}
        <span role="status" className="text-sm text-foreground-muted">
          {copied === 'yes' && copy.copied}
          {copied === 'no' && copy.not_copied}
        </span>
      </div>
      {copied === 'no' && (
        <textarea
          readOnly
          aria-label={copy.report}
          rows={12}
          value={report}
          onFocus={(event) => event.currentTarget.select()}
          className="mt-4 w-full rounded-lg bg-surface p-4 font-mono text-sm"
        />
      )}
    </section>
  )
}

function describeBrowser() {
  return {
    agent: navigator.userAgent,
    window: `${innerWidth}x${innerHeight} @${devicePixelRatio}`,
    at: new Date().toISOString(),
  }
}
