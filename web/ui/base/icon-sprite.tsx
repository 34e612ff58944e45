import type { IconName } from './icon-names.ts'

/** Icons drawn as areas. */
type FilledIcon = 'play' | 'pause' | 'star' | 'heart_filled'

/** 24 px icons with round strokes of 1.8 px. */
const strokes: Readonly<Record<Exclude<IconName, FilledIcon>, string>> = {
  home: 'M4 10.8 12 4l8 6.8V19a1.5 1.5 0 0 1-1.5 1.5h-4V14h-5v6.5h-4A1.5 1.5 0 0 1 4 19z',
  grid: 'M4.5 4.5h6v6h-6zM13.5 4.5h6v6h-6zM4.5 13.5h6v6h-6zM13.5 13.5h6v6h-6z',
  phone_portrait:
    'M7 5a2 2 0 0 1 2-2h6a2 2 0 0 1 2 2v14a2 2 0 0 1-2 2H9a2 2 0 0 1-2-2zM3 7v10M21 7v10',
  search: 'M10.8 17.6a6.8 6.8 0 1 0 0-13.6 6.8 6.8 0 0 0 0 13.6zM16 16l4.5 4.5',
  person: 'M12 11.5a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4.5 20.5c.6-4 3.6-6 7.5-6s6.9 2 7.5 6',
  chevron_left: 'M14.5 5 7.5 12l7 7',
  chevron_right: 'm9.5 5 7 7-7 7',
  chevron_down: 'm5 9 7 7 7-7',
  chevron_up: 'm5 15 7-7 7 7',
  first: 'M18 5l-7 7 7 7M6.5 5v14',
  last: 'm6 5 7 7-7 7M17.5 5v14',
  close: 'M5.5 5.5l13 13M18.5 5.5l-13 13',
  check: 'm4.5 12.5 5 5 10-11',
  plus: 'M12 4.5v15M4.5 12h15',
  info: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 11v5.5M12 7.5v.2',
  warning: 'M12 4 2.8 19.5h18.4zM12 10v4.5M12 17v.2',
  lock: 'M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 0 1 7 0v3',
  key: 'M8 15.5a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM12 11.5h9v3.5M17 11.5v3',
  monitor: 'M3.5 5h17v11h-17zM8.5 20h7M12 16v4',
  phone_device:
    'M8.5 3h7A1.5 1.5 0 0 1 17 4.5v15a1.5 1.5 0 0 1-1.5 1.5h-7A1.5 1.5 0 0 1 7 19.5v-15A1.5 1.5 0 0 1 8.5 3zM11 18h2',
  heart: 'M12 20S3.5 15 3.5 9A4.5 4.5 0 0 1 12 6.8 4.5 4.5 0 0 1 20.5 9c0 6-8.5 11-8.5 11z',
  bookmark: 'M6.5 4h11v16.5L12 16.5l-5.5 4z',
  share: 'M12 15V3.5M7.5 8 12 3.5 16.5 8M5 13v6.5h14V13',
  retry: 'M19.5 12a7.5 7.5 0 1 1-2.4-5.5L19.5 9M19.5 4v5h-5',
  offline:
    'M3 3l18 18M8.5 15.5a5 5 0 0 1 6-.6M5 12a10 10 0 0 1 4.5-2.6M13 9a10 10 0 0 1 6 3M2.5 8.5A14 14 0 0 1 6 6.2M10 5a14 14 0 0 1 11.5 3.5M12 19.5v.1',
  mail: 'M3.5 6h17v12.5h-17zM4 6.5l8 6.5 8-6.5',
  document: 'M6 3.5h8l4.5 4.5v12.5H6zM13.5 3.5V8.5h5M9 13h6.5M9 16.5h6.5',
  card: 'M3.5 5.5h17v13h-17zM3.5 9.5h17M7 14.5h3.5',
  chat: 'M4 5h16v11.5h-8L7.5 20v-3.5H4z',
  eye: 'M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12zM12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6z',
  bell: 'M6 16.5V11a6 6 0 0 1 12 0v5.5l1.5 1.5h-15zM10 20.5h4M12 5V3.5',
  clock: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 7v5.2l3.5 2',
  sound: 'M4 9.5v5h3.5l5 4v-13l-5 4zM16.2 8.8a4.6 4.6 0 0 1 0 6.4M18.9 6.2a8.3 8.3 0 0 1 0 11.6',
  sound_off: 'M4 9.5v5h3.5l5 4v-13l-5 4zM16.5 9.5l5 5M21.5 9.5l-5 5',
  calendar: 'M4 6h16v14H4zM4 10.5h16M8 3.5v4M16 3.5v4',
  contrast: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 3v18M15 4v16M18 6v12',
  film_reel: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 9.5v-.1M12 14.6v-.1M9.4 12h-.1M14.7 12h-.1',
}

const fills: Readonly<Record<FilledIcon, string>> = {
  play: 'M7.5 4.6c0-1 1.1-1.6 2-1.1l11 7.4c.8.5.8 1.7 0 2.2l-11 7.4c-.9.5-2-.1-2-1.1z',
  pause: 'M7 4.5h3.5v15H7zM13.5 4.5H17v15h-3.5z',
  star: 'm12 2.8 2.8 5.9 6.5.8-4.8 4.5 1.3 6.4L12 17.2l-5.8 3.2 1.3-6.4-4.8-4.5 6.5-.8z',
  heart_filled: 'M12 20S3.5 15 3.5 9A4.5 4.5 0 0 1 12 6.8 4.5 4.5 0 0 1 20.5 9c0 6-8.5 11-8.5 11z',
}

/** The wordmark 한편 on 120×64. The circle of ㅎ is a persimmon with a play triangle, which alone is the favicon. */
const logoShape =
  '<g id="i-logo">' +
  '<g fill="none" stroke="currentColor" stroke-width="7.2" stroke-linecap="round" stroke-linejoin="round">' +
  '<path d="M13 5.6h14M5 15.6h30M45.5 5v36M45.5 23.5h8.5M11 46.5v7a5 5 0 0 0 5 5h32"/>' +
  '<path d="M69 9.6h28M68 37.4h30M76 9.6v27.8M90 9.6v27.8M114 5v36M105 17.5h9M105 29.5h9M75 46.5v7a5 5 0 0 0 5 5h34"/>' +
  '</g>' +
  '<circle cx="20" cy="31.8" r="11.2" fill="var(--color-accent)"/>' +
  '<path d="M17 26.6v10.4l8.6-5.2z" fill="var(--color-on-accent)" stroke="var(--color-on-accent)" stroke-width="1.6" stroke-linejoin="round"/>' +
  '</g>'

const drawings = (shapes: Readonly<Record<string, string>>, attributes = '') =>
  Object.entries(shapes)
    .map(([name, d]) => `<path id="i-${name}"${attributes} d="${d}"/>`)
    .join('')

/**
 * The drawings of icons and logo, once in each document, where `Icon` and `Logo` refer to them. The browser reads them
 * back from the document, so that the scripts of the pages do not contain them.
 */
const drawn = import.meta.env.SSR
  ? logoShape + drawings(strokes) + drawings(fills, ' fill="currentColor" stroke="none"')
  : (document.getElementById('sprite')?.innerHTML ?? '')

export const IconSprite = () => (
  <svg
    id="sprite"
    className="hidden"
    aria-hidden="true"
    dangerouslySetInnerHTML={{ __html: drawn }}
  />
)
