import { useAuth } from '#web/session/auth-store.ts'
import { showContinuePlaceholder, emptyRowKey } from '#web/lib/inline-scripts.ts'
import { RailSkeleton } from '#web/features/catalog/cards/card-skeletons.tsx'
import { lazy, Suspense, useCallback, useLayoutEffect, useState, useSyncExternalStore } from 'react'
import { hasSessionHint } from '#web/api/session-hint.ts'

/** The row comes with its library, to members alone; where it does not come, home is as for everybody. */
const ContinueRow = lazy(() =>
  import('./continue-watching-rail.tsx').then(
    (module) => ({ default: module.ContinueWatchingRail }),
    () => ({ default: Absent }),
  ),
)

function Absent({ onCards }: { onCards: (any: boolean) => void }) {
  useLayoutEffect(() => onCards(false), [onCards])
  return <></>
}

/** As high as a row of stills (see the style sheet's reckoning of rows). */
const height =
  'min-h-[calc(var(--card-landscape-width)*0.5625+6.509rem)] md:min-h-[calc(var(--card-landscape-width)*0.5625+7.181rem)]'

const never = () => () => {}

/** Where 이어보기 stands on home, first for members (D-34); for visitors nothing is there. */
export function ContinueWatchingSlot() {
  const { state } = useAuth()
  const isServersPage = useSyncExternalStore(
    never,
    () => false,
    () => true,
  )
  const [expected, setExpected] = useState(false)
  // Takes over from the inline script, before anything is painted.
  useLayoutEffect(() => setExpected(expectsContinueWatching()), [])
  const learn = useCallback((any: boolean) => {
    setExpected(any)
    saveContinueWatchingHint(any)
  }, [])
  const shown = expected && (state === 'unknown' || state === 'signed_in')
  const skeleton = shown && <RailSkeleton shape="still" cards={5} />

  return (
    <div hidden={!shown} suppressHydrationWarning className={height}>
      {isServersPage && <script dangerouslySetInnerHTML={{ __html: showContinuePlaceholder }} />}
      {state === 'signed_in' ? (
        <Suspense fallback={skeleton}>
          <ContinueRow skeleton={skeleton} onCards={learn} />
        </Suspense>
      ) : (
        skeleton
      )}
    </div>
  )
}

/** Keeps whether the row had a card when it was last seen, so that its place is held the next time. */
function saveContinueWatchingHint(any: boolean) {
  try {
    if (any) localStorage.removeItem(emptyRowKey)
    else localStorage.setItem(emptyRowKey, 'none')
  } catch {
    // A browser that keeps nothing holds the place for nothing once more.
  }
}

/** Whether the row is likely to have a card: somebody is signed in, and had one, or was never here. */
function expectsContinueWatching(): boolean {
  try {
    return hasSessionHint() && localStorage.getItem(emptyRowKey) === null
  } catch {
    return hasSessionHint()
  }
}
