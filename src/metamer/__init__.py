"""Did it learn the rule, or only the statistics that the rule leaves behind?"""
