"""What players made of code know of Lord of the Rings Risk: points, the Ring's journey, leaders, adventure cards."""
