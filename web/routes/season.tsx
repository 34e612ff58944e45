export default function Season() { return <main>season</main> }
