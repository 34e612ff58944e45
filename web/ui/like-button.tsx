import { figure } from '#web/copy/format.ts'
import { wishlistCopy } from '#web/copy/wishlist.ts'
import { Icon } from './icon.tsx'

const looks = {
  /** Beside play. */
  wide: 'min-h-12 gap-2 rounded-lg px-5 text-base font-semibold bg-paper/14 hover:bg-paper/24 active:bg-paper/10 md:min-h-13',
  /** On a picture. */
  round:
    'size-11 rounded-full before:absolute before:inset-1 before:z-behind before:rounded-full before:bg-ink-deep/70 hover:before:bg-ink-deep',
  /** In the column of controls of an upright film, how many like it under it. */
  tower: 'min-h-13 w-11 flex-col rounded-xl hover:bg-paper/14 active:bg-paper/8',
} as const

/** A heart that is pressed or is not. `title` is the work's: what is heard names it. */
export function LikeButton({
  liked,
  title,
  count,
  onPress,
  look = 'wide',
  className = '',
}: {
  liked: boolean
  title: string
  /** How many like it, where that is shown. */
  count?: number
  onPress: () => void
  look?: keyof typeof looks
  className?: string
}) {
  return (
    <button
      type="button"
      aria-pressed={liked}
      aria-label={
        count ? wishlistCopy.like_counted(title, figure(count)) : wishlistCopy.like_named(title)
      }
      title={liked ? wishlistCopy.liked : wishlistCopy.like}
      onClick={onPress}
      className={`isolate relative inline-flex items-center justify-center whitespace-nowrap select-none transition-colors duration-(--quick) ${looks[look]} ${className}`}
    >
      <Icon
        name={liked ? 'heart_full' : 'heart'}
        className={`size-5.5 transition-[scale] duration-(--calm) ease-settle ${liked ? 'scale-110 text-gam' : ''}`}
      />
      {count !== undefined && (
        <span aria-hidden="true" className="text-xs leading-4 font-semibold tabular-nums">
          {count > 0 ? figure(count) : wishlistCopy.title}
        </span>
      )}
      {look === 'wide' && <span aria-hidden="true">{wishlistCopy.title}</span>}
    </button>
  )
}
