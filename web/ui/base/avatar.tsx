/** Returns the sum of the code points of a text: a stable number from which a component derives the hue of a name or title. */
export const codePointSum = (text: string): number =>
  Array.from(text).reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0), 0)

const hues = [20, 70, 130, 190, 240, 290, 340] as const
const sizes = {
  xs: 'size-6 text-[0.5625rem]',
  sm: 'size-8 text-xs',
  md: 'size-11 text-base',
  lg: 'size-16 text-xl',
  /** As wide as its container. */
  fill: 'aspect-square w-full text-2xl',
} as const

/** Returns the given name of a Korean name, and the initials of the first two words of any other, in Hangul as well. */
export function initials(name: string): string {
  if (/\p{Script=Hangul}/u.test(name) && !/\s/.test(name)) return [...name].slice(-2).join('')
  return name
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => word.charAt(0).toUpperCase())
    .join('')
}

/** A person's initials on a colour derived from the name. Hidden from assistive technology, because the name stands beside it. */
export function Avatar({
  name,
  size = 'md',
  className = '',
}: {
  name: string
  size?: keyof typeof sizes
  className?: string
}) {
  const hue = hues[codePointSum(name) % hues.length]
  return (
    <span
      aria-hidden="true"
      className={`inline-flex shrink-0 items-center justify-center overflow-hidden rounded-full bg-avatar font-semibold text-foreground ${sizes[size]} ${className}`}
      style={{ '--avatar-hue': hue } as Record<string, number | undefined>}
    >
      {initials(name)}
    </span>
  )
}
