import { pageMeta } from '#web/routing/page-meta.ts'
import { playbackCheckPath } from '#web/routing/account-paths.ts'
import { SupportLayout } from '#web/features/support/support-layout.tsx'
import type { Route } from './+types/playback-check.route.ts'
import { selfCheckMessages as messages, formatReport } from './messages.ko.ts'
import { Button, Spinner } from '#web/ui/base/button.tsx'
import { Icon } from '#web/ui/base/icon.tsx'
import type { IconName } from '#web/ui/base/icon-names.ts'
import { useState } from 'react'
import {
  checkNames,
  runDeviceCheck,
  worstStatus,
  type CheckResults,
  type CheckStatus,
} from './device-checks.ts'

export function meta({ matches }: Route.MetaArgs) {
  return pageMeta(matches, {
    title: messages.title,
    description: messages.intro,
    path: playbackCheckPath,
  })
}

export default function PlaybackCheck() {
  return (
    <SupportLayout title={messages.title}>
      <SelfCheck />
    </SupportLayout>
  )
}

const statusStyles: Record<CheckStatus, { icon: IconName; color: string }> = {
  good: { icon: 'check', color: 'bg-success/15 text-success' },
  fair: { icon: 'info', color: 'bg-accent-subtle text-accent-bright' },
  bad: { icon: 'warning', color: 'bg-danger/15 text-danger' },
}

/** The playback self-check, which support asks members to run and to send the results of. */
function SelfCheck() {
  const [state, setState] = useState<'idle' | 'running' | 'done'>('idle')
  const [results, setResults] = useState<CheckResults>({})
  const [copyState, setCopyState] = useState<'yes' | 'no' | null>(null)
  const count = Object.keys(results).length
  const report = state === 'done' ? formatReport(results, describeBrowser()) : ''

  async function start() {
    setState('running')
    setCopyState(null)
    let collected: CheckResults = {}
    setResults(collected)
    // Sequentially, since parallel checks would distort each other's measurements.
    for (const name of checkNames) {
      collected = { ...collected, [name]: await runDeviceCheck(name) }
      setResults(collected)
    }
    setState('done')
  }

  async function copyReport() {
    try {
      await navigator.clipboard.writeText(report)
      setCopyState('yes')
    } catch {
      setCopyState('no')
    }
  }

  return (
    <div className="max-w-2xl">
      <p className="text-foreground-muted">{messages.intro}</p>
      <p role="status" className="mt-4 min-h-7 text-lg font-semibold">
        {state === 'running' && messages.running(count, checkNames.length)}
        {state === 'done' && messages.done[worstStatus(results)]}
      </p>
      {state !== 'idle' && (
        <ul className="mt-2 divide-y divide-border panel px-4">
          {checkNames.map((name, index) => {
            const result = results[name]
            return (
              <li key={name} className="flex min-h-15 items-center gap-4 py-3">
                <span
                  className={`flex size-8 shrink-0 items-center justify-center rounded-full ${result ? statusStyles[result.status].color : 'bg-surface-high text-foreground-muted'}`}
                >
                  {result ? (
                    <Icon name={statusStyles[result.status].icon} className="size-5" />
                  ) : (
                    index === count && <Spinner className="size-4" />
                  )}
                </span>
                <div className="min-w-0">
                  <p className="font-semibold">
                    {messages.names[name]}
                    {result && (
                      <span className="sr-only">, {messages.statuses[result.status]}</span>
                    )}
                  </p>
                  <p className="text-sm text-foreground-muted tabular-nums">
                    {result ? messages.findingMessage(name, result) : messages.waiting}
                  </p>
                </div>
              </li>
            )
          })}
        </ul>
      )}
      <div className="mt-5 flex flex-wrap items-center gap-3">
        <Button variant="primary" busy={state === 'running'} onClick={() => void start()}>
          {state === 'idle' ? messages.start : messages.run_again}
        </Button>
        {state === 'done' && <Button onClick={() => void copyReport()}>{messages.copy}</Button>}
        <span role="status" className="text-sm text-foreground-muted">
          {copyState === 'yes' && messages.copied}
          {copyState === 'no' && messages.copy_failed}
        </span>
      </div>
      {copyState === 'no' && (
        <textarea
          readOnly
          aria-label={messages.report}
          rows={12}
          value={report}
          onFocus={(event) => event.currentTarget.select()}
          className="mt-4 w-full rounded-card bg-surface p-4 font-mono text-sm"
        />
      )}
    </div>
  )
}

function describeBrowser() {
  return {
    agent: navigator.userAgent,
    window: `${innerWidth}x${innerHeight} @${devicePixelRatio}`,
    tested_at: new Date().toISOString(),
  }
}
