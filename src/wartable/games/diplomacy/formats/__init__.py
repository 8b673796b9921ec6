"""Files of other programs: saved games of the `diplomacy` package, `.map` files and jDip variants."""
