/** Icons of the house: 24 px, 1.8 px round strokes, drawn here; a few are filled because they are verbs. */
const strokes = {
  home: 'M4 10.8 12 4l8 6.800V19a1.500 1.500 0 0 1-1.500 1.500h-4V14h-5v6.500h-4A1.500 1.500 0 0 1 4 19z',
  grid: 'M4.500 4.500h6v6h-6zM13.500 4.500h6v6h-6zM4.500 13.500h6v6h-6zM13.500 13.500h6v6h-6z',
  upright: 'M7 5a2 2 0 0 1 2-2h6a2 2 0 0 1 2 2v14a2 2 0 0 1-2 2H9a2 2 0 0 1-2-2zM3 7v10M21 7v10',
  search: 'M10.800 17.600a6.800 6.800 0 1 0 0-13.600 6.800 6.800 0 0 0 0 13.600zM16 16l4.500 4.500',
  person:
    'M12 11.500a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4.500 20.500c.6-4 3.600-6 7.500-6s6.900 2 7.500 6',
  left: 'M14.500 5 7.500 12l7 7',
  right: 'm9.500 5 7 7-7 7',
  down: 'm5 9 7 7 7-7',
  up: 'm5 15 7-7 7 7',
  first: 'M18 5l-7 7 7 7M6.500 5v14',
  last: 'm6 5 7 7-7 7M17.500 5v14',
  close: 'M5.500 5.500l13 13M18.500 5.500l-13 13',
  check: 'm4.500 12.500 5 5 10-11',
  plus: 'M12 4.500v15M4.500 12h15',
  info: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 11v5.500M12 7.500v.2',
  warning: 'M12 4 2.800 19.500h18.400zM12 10v4.500M12 17v.2',
  lock: 'M6 11h12v9H6zM8.500 11V8a3.500 3.500 0 0 1 7 0v3',
  key: 'M8 15.500a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM12 11.500h9v3.500M17 11.500v3',
  screen: 'M3.500 5h17v11h-17zM8.500 20h7M12 16v4',
  handset:
    'M8.500 3h7A1.500 1.500 0 0 1 17 4.500v15a1.500 1.500 0 0 1-1.500 1.500h-7A1.500 1.500 0 0 1 7 19.500v-15A1.500 1.500 0 0 1 8.500 3zM11 18h2',
  heart:
    'M12 20S3.500 15 3.500 9A4.500 4.500 0 0 1 12 6.800 4.500 4.500 0 0 1 20.500 9c0 6-8.500 11-8.500 11z',
  bookmark: 'M6.500 4h11v16.500L12 16.500l-5.500 4z',
  share: 'M12 15V3.500M7.500 8 12 3.500 16.500 8M5 13v6.500h14V13',
  retry: 'M19.500 12a7.500 7.500 0 1 1-2.400-5.500L19.500 9M19.500 4v5h-5',
  offline:
    'M3 3l18 18M8.500 15.500a5 5 0 0 1 6-.6M5 12a10 10 0 0 1 4.500-2.600M13 9a10 10 0 0 1 6 3M2.500 8.500A14 14 0 0 1 6 6.200M10 5a14 14 0 0 1 11.500 3.500M12 19.500v.1',
  mail: 'M3.500 6h17v12.500h-17zM4 6.500l8 6.500 8-6.500',
  phone:
    'M6 3.500h3l1.500 4.500-2 1.500a12 12 0 0 0 6 6l1.500-2 4.500 1.500v3a2 2 0 0 1-2 2A15.500 15.500 0 0 1 4 5.500a2 2 0 0 1 2-2z',
  paper: 'M6 3.500h8l4.500 4.500v12.500H6zM13.500 3.500V8.500h5M9 13h6.500M9 16.500h6.500',
  chat: 'M4 5h16v11.500h-8L7.500 20v-3.500H4z',
  eye: 'M2.500 12S6 5.500 12 5.500 21.500 12 21.500 12 18 18.500 12 18.500 2.500 12 2.500 12zM12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6z',
  clock: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 7v5.200l3.500 2',
  reel: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 9.500v-.1M12 14.600v-.1M9.400 12h-.1M14.700 12h-.1',
} as const

const fills = {
  play: 'M7.500 4.600c0-1 1.100-1.600 2-1.100l11 7.400c.8.500.8 1.700 0 2.200l-11 7.400c-.9.500-2-.1-2-1.100z',
  pause: 'M7 4.500h3.500v15H7zM13.500 4.500H17v15h-3.500z',
  star: 'm12 2.800 2.800 5.900 6.500.8-4.800 4.500 1.300 6.400L12 17.200l-5.800 3.200 1.300-6.400-4.800-4.500 6.500-.8z',
  heart_full: strokes.heart,
  bookmark_full: strokes.bookmark,
} as const

export type IconName = keyof typeof strokes | keyof typeof fills

export const iconNames = [...Object.keys(strokes), ...Object.keys(fills)] as IconName[]

/** Drawn beside words or inside a labelled control, so it says nothing to a screen reader. */
export function Icon({ name, className = 'size-5' }: { name: IconName; className?: string }) {
  const filled = name in fills
  return (
    <svg
      viewBox="0 0 24 24"
      className={`shrink-0 ${className}`}
      aria-hidden="true"
      fill={filled ? 'currentColor' : 'none'}
      stroke={filled ? 'none' : 'currentColor'}
      strokeWidth="1.8"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path
        d={filled ? fills[name as keyof typeof fills] : strokes[name as keyof typeof strokes]}
      />
    </svg>
  )
}
