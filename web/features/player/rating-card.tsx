import type { AgeCode, Descriptor } from '#contract/contents/contents.ts'
import { badgeCopy } from '#web/copy/badges.ts'
import { AgeBadge } from '#web/ui/badge.tsx'
import { useEffect, useState } from 'react'
import { useFact } from './chrome.ts'
import { copy } from './copy.ts'

/** Milliseconds; the law wants 3 s (D-33), fading is beyond it. */
const shownFor = 4500

/** Age rating and what it is for, from the first frame on. Given a new `key` for every film. */
export function RatingCard({
  code,
  descriptors,
}: {
  code: AgeCode
  descriptors: readonly Descriptor[]
}) {
  const started = useFact((facts) => facts.started)
  const [over, setOver] = useState(false)
  useEffect(() => {
    if (!started) return
    const timer = setTimeout(() => setOver(true), shownFor)
    return () => clearTimeout(timer)
  }, [started])
  if (!started || over) return null
  return (
    <div role="note" aria-label={copy.rating_card} className="player-rating">
      <AgeBadge code={code} className="player-rating-badge" />
      <div>
        <p className="font-bold" aria-hidden="true">
          {badgeCopy.age[code]}
        </p>
        {descriptors.length > 0 && <p className="text-paper-2">{descriptors.join(' · ')}</p>}
      </div>
    </div>
  )
}
