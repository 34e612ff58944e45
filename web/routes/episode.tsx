export default function Episode() { return <main>episode</main> }
