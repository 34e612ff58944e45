export const episodePanelId = 'player-episodes'

/** Opens the list of episodes, if the work is a series and the list has loaded. */
export function openEpisodePanel(): void {
  document.getElementById(episodePanelId)?.showPopover()
}
