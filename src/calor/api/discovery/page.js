const box = document.getElementById("search");
const nothing = document.getElementById("nothing");
const words = new Map();
for (const one of document.querySelectorAll("article")) words.set(one, one.textContent.toLowerCase());

function search() {
  const wanted = box.value.toLowerCase().split(/\s+/).filter(Boolean);
  let found = 0;
  for (const [one, text] of words) {
    one.hidden = !wanted.every((word) => text.includes(word));
    found += !one.hidden;
    const link = document.querySelector(`nav a[href="#${one.id}"]`);
    if (link) link.parentElement.hidden = one.hidden;
  }
  for (const group of document.querySelectorAll("nav .group"))
    group.hidden = !group.querySelector("li:not([hidden])");
  for (const area of document.querySelectorAll("section.area"))
    area.hidden = !area.querySelector("article:not([hidden])");
  nothing.hidden = found > 0;
}

box.hidden = false;
box.addEventListener("input", search);
document.addEventListener("keydown", (event) => {
  if (event.key === "/" && document.activeElement !== box) {
    event.preventDefault();
    box.focus();
  }
});
