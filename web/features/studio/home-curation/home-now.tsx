import type { ImageKind } from '#contract/core/images.ts'
import { homeAnchors, type HomeAnchor } from '#contract/contents/home-anchors.ts'
import type { EpisodeCardData } from '#web/features/catalog/cards/episode-card.tsx'
import type { PosterCardData } from '#web/features/catalog/cards/poster-card.tsx'
import type { HomeData, SceneData } from '#web/features/home/load-home.ts'
import { homeMessages } from '#web/features/home/messages.ko.ts'
import { QueryContent } from '#web/features/studio/list/query-content.tsx'
import { Badge } from '#web/ui/base/badge.tsx'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { homeCurationMessages as messages } from './messages.ko.ts'
import { previewQuery } from './queries.ts'
import { WorkPicture } from './work-picture.tsx'

type Item = { id: number; title: string; kind: ImageKind; url: string | null; color: string }
type Part = { key: string; title: string; items: Item[]; isByStaff?: boolean }

type Content = PosterCardData | SceneData | EpisodeCardData

/** The picture of a work or an episode, as home shows it. */
function toItem(content: Content): Item {
  const { id } = content
  if ('series' in content) {
    const { series, thumbnail_url, thumbnail_color } = content
    return {
      id,
      title: series.title,
      kind: 'thumbnail',
      url: thumbnail_url,
      color: thumbnail_color,
    }
  }
  const { title, poster_url, poster_color } = content
  if (!('backdrop_url' in content))
    return { id, title, kind: 'poster', url: poster_url, color: poster_color }
  const { backdrop_url, backdrop_color } = content
  return { id, title, kind: 'backdrop', url: backdrop_url, color: backdrop_color }
}

/** Content of a part of home, independent of its layout. */
function contentsOf(part: HomeData[Exclude<HomeAnchor, 'categories'>]): readonly Content[] {
  if (part === null) return []
  if (Array.isArray(part)) return part
  if ('works' in part) return part.works
  return 'episodes' in part ? part.episodes : [part]
}

/** The titles of two rows are settings. */
const titleOf = (anchor: HomeAnchor, data: HomeData) =>
  anchor === 'korean' || anchor === 'abroad' ? data[anchor].title : messages.anchors[anchor]

/** The parts of home in their order, those of staff below the part that they follow. */
function partsOf(data: HomeData): Part[] {
  const partOf = (key: string, title: string, contents: readonly Content[]): Part => ({
    key,
    title,
    items: contents.map(toItem),
  })
  return homeAnchors
    .flatMap((anchor) => [
      ...(anchor === 'categories'
        ? data.categories.map(({ id, name, order, works }) =>
            partOf(`category-${id}`, homeMessages.orders[order](name), works),
          )
        : [partOf(anchor, titleOf(anchor, data), contentsOf(data[anchor]))]),
      ...(data.added[anchor] ?? []).map(({ id, title, works }) => ({
        ...partOf(`row-${id}`, title, works),
        isByStaff: true,
      })),
    ])
    .filter(({ items }) => items.length > 0)
}

/** The cards of a row that say what it is. */
const shownItems = 8

/** Pictures of the rows that home shows now. */
export function HomeNow() {
  const [opened_at] = useState(() => new Date().toISOString())
  const query = useQuery(previewQuery(opened_at, false))
  return (
    <section aria-labelledby="now-title">
      <h2 id="now-title" className="text-lg font-bold">
        {messages.now}
      </h2>
      <p className="mt-1 mb-4 text-sm text-foreground-subtle">{messages.now_note}</p>
      <QueryContent query={query} skeletonRows={5}>
        {(home) => (
          <ol className="divide-y divide-border rounded-sheet border border-border">
            {partsOf(home).map(({ key, title, items, isByStaff }) => (
              <li key={key} className="gap-4 p-3 md:flex md:items-center md:p-4">
                <p className="mb-2 flex items-center gap-2 text-sm font-semibold md:mb-0 md:w-56 md:shrink-0">
                  <span className="min-w-0 break-keep">{title}</span>
                  {isByStaff && <Badge tone="accent_subtle">{messages.by_staff}</Badge>}
                </p>
                <ul className="flex h-21 min-w-0 flex-wrap gap-2 overflow-hidden">
                  {items.slice(0, shownItems).map((item) => (
                    <li
                      key={item.id}
                      className={item.kind === 'poster' ? 'w-14 shrink-0' : 'w-26 shrink-0'}
                    >
                      <WorkPicture url={item.url} color={item.color} kind={item.kind} />
                      <span className="mt-1 block truncate text-xs text-foreground-muted">
                        {item.title}
                      </span>
                    </li>
                  ))}
                  {items.length > shownItems && (
                    <li className="shrink-0 self-center text-xs text-foreground-subtle">
                      {messages.more_works(items.length - shownItems)}
                    </li>
                  )}
                </ul>
              </li>
            ))}
          </ol>
        )}
      </QueryContent>
    </section>
  )
}
