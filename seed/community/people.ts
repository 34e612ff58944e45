/** The names of the fictional members who watch, pay, rate and search in the demonstration. */
export const communityNames = `
강나연 고은찬 남궁솔 도하윤 류세진 문가람 배시우 신다온 안이레 오태림 우서린 유하람 윤가온 이도담 임채온 장하늬 전우빈 정다래
조은결 주하린 지온유 차은솔 채윤우 최나루 하도경 한서우 허지음 홍라온 황보늘 구은새 금지안 김가을 김도란 나해솔 노을찬 마루한
맹서하 민초록 박솔비 박하준 방유담 백이든 변주하 서리안 선우린 설윤겸 성다홍 손이랑 송은호 심가비 양도윤 엄세아 여름찬 옥바다
용하민 원서율 은보라 제갈온 천해든 탁유진`
  .trim()
  .split(/\s+/)

/** Days before now on which a member joined: most before the last eight weeks, the youngest two days ago. */
export const joinedDaysAgo = (place: number): number =>
  place < 46 ? 446 - place * 8.5 : 2.3 + (communityNames.length - 1 - place) * 3.9

/** Two of three members are verified adults. */
export const isAdult = (place: number): boolean => place % 3 !== 2

/** Two of five agreed to advertising. */
export const agreesToMarketing = (place: number): boolean => place % 5 < 2
