import { toPosterCardData } from '#web/features/catalog/cards/card-props.ts'
import { PosterCard } from '#web/features/catalog/cards/poster-card.tsx'
import { Rail } from '#web/features/catalog/cards/rail.tsx'
import { useSimilarWorks } from './hooks/use-similar-works.ts'
import { playerMessages } from './messages.ko.ts'

/** Similar works below the picture. */
export function SimilarRail({ series_id }: { series_id: number }) {
  const works = useSimilarWorks(series_id)
  return (
    <Rail title={playerMessages.similar_works} cardShape="poster">
      {works.map((work) => (
        <PosterCard key={work.id} series={toPosterCardData(work)} lines="truncate" />
      ))}
    </Rail>
  )
}
