import { endpoints } from '#contract/index.ts'
import { studioAccess } from '#contract/core/staff-roles.ts'
import { seoulDate } from '#contract/core/seoul-time.ts'
import { analyticsMessages as messages } from './messages.ko.ts'
import { call } from '#web/api/client.ts'
import { useStudioLinks } from '#web/features/studio/common/studio-navigation.ts'
import { PageHeader } from '#web/features/studio/common/studio-shell.tsx'
import { QueryContent } from '#web/features/studio/list/query-content.tsx'
import { studioKeys } from '#web/features/studio/query-keys.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams, Link } from 'react-router'
import { DailyMetrics, DaysSkeleton } from './daily-metrics.tsx'
import { PlaybackErrors, TopWorks } from './dashboard-tables.tsx'
import { parseMetricParam } from './day-chart.tsx'
import { parseDateRange, RangePicker } from './date-range-picker.tsx'
import { useStaffAccess, useStaffRole } from '#web/features/studio/common/staff-access.ts'
import { StatTiles, TilesSkeleton } from './stat-tiles.tsx'
import { studioMessages } from '#web/features/studio/common/messages.ko.ts'
import { Icon } from '#web/ui/base/icon.tsx'

/** The studio's home for roles that see no figures: the pages that they work on. */
function StudioHome() {
  const role = useStaffRole()
  const [home, ...pages] = useStudioLinks()
  return (
    <>
      <PageHeader title={home?.title ?? ''} detail={role && studioMessages.roles.home(role)} />
      <ul className="grid grid-cols-1 gap-3 sm:grid-cols-2 xl:grid-cols-3">
        {pages.map(({ to, title, detail, icon, Badge }) => (
          <li key={to}>
            <Link
              to={to}
              className="flex h-full gap-4 panel p-5 transition-colors duration-(--duration-fast) hover:bg-surface-raised"
            >
              <Icon name={icon} className="mt-1 size-5 shrink-0 text-accent" />
              <span className="min-w-0 grow">
                <span className="flex flex-wrap items-center gap-x-3 font-bold">
                  {title}
                  {Badge && <Badge />}
                </span>
                <span className="mt-1 block text-sm text-foreground-muted">{detail}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </>
  )
}

const { studio_analytics } = endpoints
/** Milliseconds between polls of the current viewers while the page is visible. */
const pollInterval_ms = 10_000
/** Milliseconds between refetches. Events reach the totals within seconds, and past days do not change. */
const daysRefetchInterval_ms = 60_000

/** The figures, or the home of roles that do not see them. */
export default function DashboardPage() {
  return useStaffAccess(studioAccess.figures) ? <Dashboard /> : <StudioHome />
}

/** The dashboard: today at a glance, then the selected days. Range and metric are in the address. */
function Dashboard() {
  const [params, setSearchParams] = useSearchParams()
  const [opened] = useState(Date.now)
  const overview = useQuery({
    queryKey: studioKeys.analytics('overview'),
    queryFn: () => call(studio_analytics.readOverview, {}),
    refetchInterval: pollInterval_ms,
    staleTime: 0,
  })
  // The page may stay open past midnight.
  const now = overview.dataUpdatedAt || opened
  const range = parseDateRange(params, now)
  const { from, to } = range
  const days = useQuery({
    queryKey: studioKeys.analytics('days', from, to),
    queryFn: () => call(studio_analytics.listDays, { query: { from, to } }),
    placeholderData: keepPreviousData,
    refetchInterval: daysRefetchInterval_ms,
  })
  /** Replaces these parameters of the address; null removes one. */
  function setParams(changes: Record<string, string | null>) {
    const next = new URLSearchParams(params)
    for (const [name, value] of Object.entries(changes)) {
      if (value === null) next.delete(name)
      else next.set(name, value)
    }
    setSearchParams(next, { preventScrollReset: true })
  }
  return (
    <>
      <PageHeader title={messages.title} detail={messages.detail} />
      <QueryContent query={overview} skeleton={<TilesSkeleton />} keepsData>
        {(data) => <StatTiles overview={data} />}
      </QueryContent>
      {(overview.isRefetchError || overview.fetchStatus === 'paused') && overview.data && (
        <p role="status" className="mt-3 text-sm text-foreground-subtle">
          {messages.offline}
        </p>
      )}
      <RangePicker range={range} onChange={setParams} />
      <QueryContent query={days} skeleton={<DaysSkeleton />} keepsData>
        {({ results }) => (
          <DailyMetrics
            range={range}
            days={results}
            today={seoulDate(now)}
            measure={parseMetricParam(params.get('measure'))}
            onMeasure={(measure) => setParams({ measure })}
            busy={days.isPlaceholderData}
          />
        )}
      </QueryContent>
      <div className="mt-10 grid grid-cols-1 gap-10 xl:grid-cols-2 xl:gap-14">
        <TopWorks
          range={range}
          by={params.get('by')}
          kind={params.get('kind')}
          onChange={setParams}
        />
        <PlaybackErrors range={range} />
      </div>
    </>
  )
}
