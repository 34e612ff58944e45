import { endpoints } from '#contract/index.ts'
import type { StudioAct } from '#contract/studio.ts'
import { dateTime } from '#web/copy/format.ts'
import { studioActKinds } from '#web/copy/studio-acts.ts'
import { studioCopy } from '#web/copy/studio.ts'
import { call } from '#web/data/client.ts'
import { Select } from '#web/ui/field.tsx'
import { EmptyState, ErrorState } from '#web/ui/notice.tsx'
import { Pagination } from '#web/ui/pagination.tsx'
import { pageCount, pageFrom } from '#web/ui/page-blocks.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { type Column, DataTable, TableSkeleton } from './data-table.tsx'
import { studioActsPath } from './paths.ts'
import { PageHead } from './studio-frame.tsx'

const words = studioCopy.acts
const pageSize = 50
/** Where an act came from that nobody signed in did. */
const commandLine = 'command line'

const columns: readonly Column<StudioAct>[] = [
  {
    key: 'at',
    title: words.at,
    className: 'whitespace-nowrap tabular-nums',
    cell: ({ at }) => <time dateTime={at}>{dateTime(at)}</time>,
  },
  {
    key: 'who',
    title: words.who,
    className: 'whitespace-nowrap',
    cell: ({ staff_id, staff_name, address }) => (
      <>
        {staff_name}
        {staff_id === null && address !== commandLine && (
          <span className="ml-1 text-paper-3">({words.left})</span>
        )}
        <span className="block text-xs text-paper-3">
          {address === commandLine ? words.command : address}
        </span>
      </>
    ),
  },
  {
    key: 'what',
    title: words.what,
    cell: ({ kind, subject_name, subject_id }) => (
      <>
        <span className="font-semibold">{studioActKinds[kind] ?? kind}</span>
        <span className="block text-paper-2">
          {subject_name || (subject_id !== null ? `#${subject_id}` : '')}
        </span>
      </>
    ),
  },
  {
    key: 'change',
    title: words.change,
    className: 'md:w-2/5',
    cell: (act) => <Change act={act} />,
  },
]

/** What staff did, newest first; what was done to one thing alone, where the address names it. */
export function ActsPage() {
  const [params, setParams] = useSearchParams()
  const kind = params.get('kind') ?? ''
  const page = pageFrom(params.get('page'), 200)
  const query = {
    ...(kind ? { kind } : {}),
    limit: pageSize,
    offset: (page - 1) * pageSize,
  }
  const acts = useQuery({
    queryKey: ['studio', 'acts', query],
    queryFn: () => call(endpoints.studio.listActs, { query }),
    placeholderData: keepPreviousData,
  })
  const hrefOf = (to: number) =>
    `${studioActsPath}?${new URLSearchParams({ ...(kind && { kind }), page: String(to) })}`
  return (
    <>
      <PageHead
        title={words.title}
        detail={words.detail}
        actions={
          <Select
            aria-label={words.filter}
            value={kind}
            onChange={({ target }) => setParams(target.value ? { kind: target.value } : {})}
          >
            <option value="">{words.all}</option>
            {Object.entries(words.groups).map(([key, name]) => (
              <option key={key} value={key}>
                {name}
              </option>
            ))}
          </Select>
        }
      />
      {acts.isPending ? (
        <TableSkeleton />
      ) : acts.isError ? (
        <ErrorState busy={acts.isFetching} onRetry={() => void acts.refetch()} />
      ) : acts.data.count === 0 ? (
        <EmptyState icon="clock" title={words.empty}>
          {words.empty_detail}
        </EmptyState>
      ) : (
        <>
          <DataTable
            label={words.title}
            columns={columns}
            rows={acts.data.results}
            keyOf={({ id }) => id}
            busy={acts.isPlaceholderData}
          />
          {acts.data.count > pageSize && (
            <div className="mt-4 [--gutter:0px]">
              <Pagination
                page={page}
                pages={pageCount(acts.data.count, pageSize)}
                hrefOf={hrefOf}
              />
            </div>
          )}
        </>
      )}
    </>
  )
}

/** Field by field, as it was and as it is. */
function Change({ act: { before, after, reason } }: { act: StudioAct }) {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  return (
    <>
      {reason && <p className="text-paper-2">{reason}</p>}
      {names.length > 0 && (
        <dl className="space-y-0.5 text-xs text-paper-3">
          {names.map((name) => (
            <div key={name} className="flex flex-wrap gap-x-2">
              <dt className="font-mono">{name}</dt>
              <dd className="min-w-0 break-all">
                {before && <del className="mr-2">{shown(before[name])}</del>}
                {after && <ins className="text-paper no-underline">{shown(after[name])}</ins>}
              </dd>
            </div>
          ))}
        </dl>
      )}
    </>
  )
}

const longest = 160

function shown(value: unknown): string {
  if (value === null || value === undefined || value === '') return words.none
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.length > longest ? `${text.slice(0, longest)}…` : text
}
