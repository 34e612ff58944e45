import {
  studio_catalogue,
  type StudioEpisode,
  type StudioSeason,
  type StudioWork,
} from '#contract/contents/staff/catalogue.ts'
import { formatDuration, formatWon, formatTimestamp } from '#web/lib/format.ts'
import { studioCatalogMessages } from './messages.ko.ts'
import { apiRequest } from '#web/api/client.ts'
import { isApiError } from '#web/api/api-errors.ts'
import { Button } from '#web/ui/base/button.tsx'
import { MoveButtons, moveItem } from '#web/ui/forms/move-buttons.tsx'
import { toasts } from '#web/ui/feedback/toasts.ts'
import { controlMessages } from '#web/ui/control-messages.ko.ts'
import { type FormEvent, useState, type DragEvent } from 'react'
import { EpisodeForm } from './episode-form.tsx'
import { workQuery, useWorkMutation } from './queries.ts'
import { VisibilityBadge } from './visibility-badge.tsx'
import { errorMessage } from '#web/api/error-messages.ko.ts'

const messages = studioCatalogMessages.seasons

/** The seasons of a series with their episodes in order, and the form of the opened episode. */
export function SeasonsPanel({
  work,
  onDirty,
}: {
  work: StudioWork
  onDirty: (form: string, isDirty: boolean) => void
}) {
  const { items, announcement, move } = useReorder(work.id, work.seasons, (body) =>
    apiRequest(studio_catalogue.reorderSeasons, { params: { id: work.id }, body }),
  )
  const addition = useWorkMutation(() =>
    apiRequest(studio_catalogue.createSeason, { params: { id: work.id }, body: {} }),
  )
  return (
    <>
      <p className="mb-4 text-sm text-foreground-subtle">{messages.order_hint}</p>
      <p role="status" className="sr-only">
        {announcement}
      </p>
      <div className="space-y-8">
        {items.map((season, index) => (
          <Season
            key={season.id}
            work={work}
            season={season}
            onDirty={onDirty}
            arrows={
              items.length > 1 && (
                <MoveButtons
                  name={season.title}
                  index={index}
                  count={items.length}
                  onMove={(by) => move(season.id, index + by)}
                />
              )
            }
          />
        ))}
      </div>
      <Button
        variant="outline"
        icon="plus"
        className="mt-6"
        busy={addition.isPending}
        onClick={() => addition.submit()}
      >
        {messages.add}
      </Button>
    </>
  )
}

function Season({
  work,
  season,
  arrows,
  onDirty,
}: {
  work: StudioWork
  season: StudioSeason
  arrows: React.ReactNode
  onDirty: (form: string, isDirty: boolean) => void
}) {
  const [open, setOpen] = useState<number | null>(null)
  const { id, title, episodes } = season
  const { items, announcement, move, row } = useReorder(work.id, episodes, (body) =>
    apiRequest(studio_catalogue.reorderEpisodes, { params: { id }, body }),
  )
  const addition = useWorkMutation(
    (_: { knownIds: number[] }) =>
      apiRequest(studio_catalogue.createEpisode, { params: { id }, body: {} }),
    {
      onSuccess({ seasons }, { knownIds }) {
        const added = seasons
          .find((item) => item.id === id)
          ?.episodes.find((item) => !knownIds.includes(item.id))
        setOpen(added?.id ?? null)
      },
    },
  )
  return (
    <section aria-label={title}>
      <div className="mb-2 flex items-start gap-2 border-b border-border pb-3">
        <SeasonName work={work} season={season} />
        <span className="ml-auto flex min-h-11 shrink-0 items-center">
          <span className="mr-2 text-sm whitespace-nowrap text-foreground-subtle tabular-nums">
            {messages.count(episodes.length)}
          </span>
          {arrows}
        </span>
      </div>
      <p role="status" className="sr-only">
        {announcement}
      </p>
      {items.length === 0 && (
        <p className="py-4 text-sm text-foreground-subtle">{messages.empty}</p>
      )}
      <ol>
        {items.map((episode, index) => (
          <li
            key={episode.id}
            {...(open === episode.id ? {} : row(episode.id, index))}
            className="border-b border-border data-drop-target:border-t-2 data-drop-target:border-t-accent"
          >
            <EpisodeRow
              episode={episode}
              isOpen={open === episode.id}
              onToggle={() => setOpen(open === episode.id ? null : episode.id)}
              index={index}
              count={items.length}
              move={(by) => move(episode.id, index + by)}
            />
            {open === episode.id && (
              <div className="pt-2 pb-6 md:pl-12">
                <EpisodeForm work={work} episode={episode} onDirty={onDirty} />
              </div>
            )}
          </li>
        ))}
      </ol>
      <Button
        variant="ghost"
        icon="plus"
        className="mt-2"
        busy={addition.isPending}
        onClick={() => addition.submit({ knownIds: episodes.map((item) => item.id) })}
      >
        {messages.add_episode}
        <span className="sr-only">{title}</span>
      </Button>
    </section>
  )
}

function SeasonName({ work, season }: { work: StudioWork; season: StudioSeason }) {
  const [title, setTitle] = useState(season.title)
  const [knownVersion, setKnownVersion] = useState(season.version)
  const renaming = useWorkMutation(
    () =>
      apiRequest(studio_catalogue.updateSeason, {
        params: { id: season.id },
        body: { version: season.version, changes: { title } },
      }),
    {
      onError: (error, _, client) =>
        isApiError(error, 'edit_conflict') && client.invalidateQueries(workQuery(work.id)),
    },
  )
  const isChanged = title.trim() !== season.title
  if (knownVersion !== season.version && !renaming.isPending) {
    setKnownVersion(season.version)
    setTitle(season.title)
  }
  function rename(event: FormEvent) {
    event.preventDefault()
    if (title.trim() === '') toasts.show(controlMessages.missing(messages.name))
    else if (isChanged) renaming.submit()
  }
  return (
    <form onSubmit={rename} className="flex min-w-0 grow flex-wrap gap-2 sm:max-w-md">
      <input
        aria-label={messages.name}
        value={title}
        maxLength={200}
        onChange={({ target }) => setTitle(target.value)}
        className="h-11 min-w-0 grow rounded-control bg-transparent px-3 text-lg font-bold inset-ring inset-ring-transparent hover:bg-surface-raised focus:bg-surface-raised focus:inset-ring-control-border"
      />
      {isChanged && (
        <Button type="submit" busy={renaming.isPending} incomplete={title.trim() === ''}>
          {messages.rename}
        </Button>
      )}
    </form>
  )
}

function EpisodeRow({
  episode,
  isOpen,
  index,
  count,
  onToggle,
  move,
}: {
  episode: StudioEpisode
  isOpen: boolean
  index: number
  count: number
  onToggle: () => void
  move: (by: -1 | 1) => void
}) {
  const {
    number,
    title,
    state,
    publish_at,
    is_free,
    price,
    rental_price,
    in_subscription,
    runtime,
  } = episode
  const episodeMessages = studioCatalogMessages.episode
  const offers = [
    ...(is_free ? [episodeMessages.free] : []),
    ...(!is_free && in_subscription ? [episodeMessages.plan] : []),
    ...(price > 0 ? [episodeMessages.own(formatWon(price))] : []),
    ...(rental_price ? [episodeMessages.rent(formatWon(rental_price))] : []),
  ]
  return (
    <div className="flex items-center gap-1">
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={onToggle}
        className="flex min-h-14 min-w-0 grow flex-wrap items-center gap-x-4 gap-y-1 rounded-control py-2 pr-2 text-left hover:bg-surface/60 md:flex-nowrap"
      >
        <span className="w-8 shrink-0 text-right text-sm text-foreground-subtle tabular-nums">
          {number}
        </span>
        <span className="min-w-0 grow basis-40 text-base font-semibold break-keep wrap-anywhere">
          {title}
        </span>
        <span className="flex flex-wrap items-center gap-x-4 gap-y-1 text-sm text-foreground-subtle max-md:basis-full max-md:pl-12">
          <span>{offers.join(' · ')}</span>
          {runtime > 0 && (
            <span className="tabular-nums max-lg:hidden">{formatDuration(runtime)}</span>
          )}
          <span className="md:w-28">
            <VisibilityBadge state={state} />
            {state === 'scheduled' && publish_at && (
              <span className="block text-xs tabular-nums">{formatTimestamp(publish_at)}</span>
            )}
          </span>
        </span>
        <span className="w-12 shrink-0 text-right text-sm text-foreground-subtle max-md:hidden">
          {isOpen ? episodeMessages.close : episodeMessages.open}
        </span>
      </button>
      <span className="flex shrink-0 max-sm:flex-col">
        <MoveButtons name={title} index={index} count={count} onMove={move} />
      </span>
    </div>
  )
}

/**
 * Reorders items by drag and drop or stepwise: saved at once, optimistically, and reverted on failure.
 * @returns the order to show, the drag props of a row, and the last announcement.
 */
function useReorder<T extends { id: number; title: string }>(
  work_id: number,
  currentItems: readonly T[],
  send: (order: { from: number[]; to: number[] }) => Promise<StudioWork>,
) {
  const [draggedId, setDraggedId] = useState<number | null>(null)
  const [dropTarget, setDropTarget] = useState<number | null>(null)
  const [announcement, setAnnouncement] = useState('')
  const reordering = useWorkMutation(
    ({ order }: { order: { from: number[]; to: number[] }; result: string }) => send(order),
    {
      messageOf: (error) =>
        isApiError(error, 'edit_conflict') ? messages.concurrent_change : errorMessage(error),
      onSuccess: (_, { result }) => setAnnouncement(result),
      onError: (error, _, client) =>
        isApiError(error, 'edit_conflict') && client.invalidateQueries(workQuery(work_id)),
    },
  )
  const pendingOrder = reordering.isPending ? reordering.input?.order.to : undefined
  const items = pendingOrder
    ? pendingOrder.flatMap((id) => currentItems.find((item) => item.id === id) ?? [])
    : currentItems

  function move(id: number, index: number) {
    const from = currentItems.map((item) => item.id)
    const previousIndex = from.indexOf(id)
    if (index < 0 || index >= from.length || previousIndex === index) return
    const to = moveItem(from, previousIndex, index - previousIndex)
    const title = currentItems[previousIndex]?.title ?? ''
    reordering.submit({ order: { from, to }, result: messages.moved(title, index + 1) })
  }

  return {
    items,
    announcement,
    move,
    row: (id: number, index: number) => ({
      draggable: true,
      onDragStart(event: DragEvent) {
        event.dataTransfer.effectAllowed = 'move'
        event.stopPropagation()
        setDraggedId(id)
      },
      onDragOver(event: DragEvent) {
        if (draggedId === null) return
        event.preventDefault()
        setDropTarget(id)
      },
      onDragEnd() {
        setDraggedId(null)
        setDropTarget(null)
      },
      onDrop(event: DragEvent) {
        if (draggedId === null) return
        event.preventDefault()
        move(draggedId, index)
        setDraggedId(null)
        setDropTarget(null)
      },
      'data-drop-target': dropTarget === id && draggedId !== id ? true : undefined,
    }),
  }
}
