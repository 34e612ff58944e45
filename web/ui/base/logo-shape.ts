/** The wordmark 한편 on 120×64. The circle of ㅎ is a persimmon with a play triangle, which alone is the favicon. */
export const logoShape =
  '<g id="i-logo">' +
  '<g fill="none" stroke="currentColor" stroke-width="7.2" stroke-linecap="round" stroke-linejoin="round">' +
  '<path d="M13 5.6h14M5 15.6h30M45.5 5v36M45.5 23.5h8.5M11 46.5v7a5 5 0 0 0 5 5h32"/>' +
  '<path d="M69 9.6h28M68 37.4h30M76 9.6v27.8M90 9.6v27.8M114 5v36M105 17.5h9M105 29.5h9M75 46.5v7a5 5 0 0 0 5 5h34"/>' +
  '</g>' +
  '<circle cx="20" cy="31.8" r="11.2" fill="var(--color-accent)"/>' +
  '<path d="M17 26.6v10.4l8.6-5.2z" fill="var(--color-on-accent)" stroke="var(--color-on-accent)" stroke-width="1.6" stroke-linejoin="round"/>' +
  '</g>'
