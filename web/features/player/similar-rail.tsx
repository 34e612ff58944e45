import { PosterCard } from '#web/features/catalog/cards/poster-card.tsx'
import { toPosterCardData } from '#web/features/catalog/cards/card-props.ts'
import { Rail } from '#web/features/catalog/cards/rail.tsx'
import { playerMessages } from './messages.ko.ts'
import { listSimilar } from '#web/api/endpoints/recommendations.generated.ts'
import type { SeriesCard } from '#contract/contents/contents.ts'
import { call } from '#web/api/client.ts'
import { type ReactNode, useEffect, useState } from 'react'

/** Similar works below the picture, and `children` below them: both appear at once, so that neither moves. */
export function SimilarRail({ series_id, children }: { series_id: number; children: ReactNode }) {
  const works = useSimilarWorks(series_id)
  if (!works) return null
  return (
    <>
      <Rail title={playerMessages.similar_works} cardShape="poster">
        {works.map((work) => (
          <PosterCard key={work.id} series={toPosterCardData(work)} lines="truncate" />
        ))}
      </Rail>
      {children}
    </>
  )
}

/** Reads the works similar to a series; undefined while they load, none if none are known or the request fails. */
export function useSimilarWorks(series_id: number): readonly SeriesCard[] | undefined {
  const [loaded, setLoaded] = useState<{ of: number; works: readonly SeriesCard[] }>()
  useEffect(() => {
    let isCurrent = true
    call(listSimilar, { params: { id: series_id } }).then(
      ({ results }) => isCurrent && setLoaded({ of: series_id, works: results }),
      () => isCurrent && setLoaded({ of: series_id, works: [] }),
    )
    return () => void (isCurrent = false)
  }, [series_id])
  return loaded?.of === series_id ? loaded.works : undefined
}
