/** On the buttons of a service that does not sell yet. */
export const notSellingMessage = '아직 판매를 시작하지 않았어요'
