import type { Health, HealthState } from '#contract/operations/health.ts'
import { PageHeader } from '#web/features/studio/common/studio-shell.tsx'
import { QueryContent } from '#web/features/studio/list/query-content.tsx'
import { useQuery } from '@tanstack/react-query'
import { operationsMessages as messages } from './messages.ko.ts'
import { PartList } from './part-list.tsx'
import { ProcessTable } from './process-table.tsx'
import { ModesPanel } from './modes-panel.tsx'
import { healthQuery, modesQuery } from './queries.ts'

/** From the best to the worst. */
const order: readonly HealthState[] = ['off', 'good', 'look', 'no_answer', 'broken']

const worstOf = ({ parts }: Health) =>
  order[Math.max(...parts.map(({ state }) => order.indexOf(state)))] ?? 'good'

/** The health of processes and of their dependencies, with maintenance and the log level. */
export default function HealthPage() {
  const health = useQuery(healthQuery)
  const modes = useQuery(modesQuery)
  return (
    <>
      <PageHeader title={messages.title} detail={messages.detail} />
      <div className="mb-8">
        <QueryContent query={modes} keepsData skeletonRows={2}>
          {(data) => <ModesPanel {...data} />}
        </QueryContent>
      </div>
      <QueryContent query={health} keepsData>
        {(data) => {
          const now = Date.parse(data.read_at)
          return (
            <div className="space-y-8">
              <p role="status" className="text-lg font-semibold">
                {health.isError ? messages.read_failed : messages.overall[worstOf(data)]}
              </p>
              <section aria-labelledby="parts">
                <h2 id="parts" className="mb-3 text-lg font-bold">
                  {messages.parts_title}
                </h2>
                <PartList parts={data.parts} now={now} />
              </section>
              <section aria-labelledby="processes">
                <h2 id="processes" className="mb-3 text-lg font-bold">
                  {messages.processes.title}
                </h2>
                <ProcessTable processes={data.processes} now={now} />
              </section>
            </div>
          )
        }}
      </QueryContent>
    </>
  )
}
